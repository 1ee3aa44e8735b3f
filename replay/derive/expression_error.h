// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The mistake in an expression over metrics: in its text, or in its meaning in a context.

#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace fdr {

struct SyntaxError {
  std::size_t offset = 0;  ///< of the word that does not fit; at the end, of the last character
  std::string text;        ///< in PCP's words: often empty
  std::string expected;    ///< the words that would fit; empty if `text` is enough
};

struct DerivedMetric;

/// Why an expression cannot be computed in a context.
struct SemanticError {
  std::string part;            ///< of the expression: "a + <expr>", "operand a"
  std::string text;            ///< in PCP's words
  bool is_of_operand = false;  ///< a metric is missing or not as required

  std::string Message() const { return part + ": " + text; }
};

/// Called once for each metric with such an error.
using OnSemanticError = std::function<void(const DerivedMetric&, const SemanticError&)>;
/// Called once for each metric that can be computed in a context.
using OnBound = std::function<void(const DerivedMetric&)>;

}  // namespace fdr
