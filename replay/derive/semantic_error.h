// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Why an expression that can be read makes no sense in a context.

#pragma once

#include <functional>
#include <string>

namespace fdr {

struct DerivedMetric;

struct SemanticError {
  std::string part;            ///< of the expression: "a + <expr>", "operand a"
  std::string text;            ///< in PCP's words
  bool is_of_operand = false;  ///< a metric that is not there, or not as it should be

  std::string Message() const { return part + ": " + text; }
};

/// Called once for each metric with such an error.
using OnSemanticError = std::function<void(const DerivedMetric&, const SemanticError&)>;

}  // namespace fdr
