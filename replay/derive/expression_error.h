// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What is wrong with an expression over metrics: with its text, or with its meaning in a context.

#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace fdr {

struct SyntaxError {
  std::size_t offset = 0;  ///< of the word that does not fit; of the last character, at the end
  std::string text;        ///< as PCP has it: often nothing
  std::string expected;    ///< what could have stood there; empty where `text` says it all
};

struct DerivedMetric;

/// Why an expression that can be read makes no sense in a context.
struct SemanticError {
  std::string part;            ///< of the expression: "a + <expr>", "operand a"
  std::string text;            ///< in PCP's words
  bool is_of_operand = false;  ///< a metric that is not there, or not as it should be

  std::string Message() const { return part + ": " + text; }
};

/// Called once for each metric with such an error.
using OnSemanticError = std::function<void(const DerivedMetric&, const SemanticError&)>;

}  // namespace fdr
