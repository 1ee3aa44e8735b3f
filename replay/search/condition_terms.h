// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The comparisons in a condition, and the values in them that a reader wants to see.
//
//   rate(a) > 100 MB/s && b < 5      the largest rate(a), in MB/s; the smallest b
//   !(a > 5)                         the smallest a

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fdr/replay/derive/bound_expression.h"

namespace fdr {

struct ConditionTerm {
  std::uint32_t node = 0;  ///< of the expression: the side whose values are shown
  std::string text;        ///< that side as it could be written
  std::string units;       ///< of the shown numbers, as in the expression if it has any
  /// The number that a size is compared with, if it was written without units: "8".
  std::string plain_number;
  double factor = 1;       ///< from the values of the node to these units
  bool is_largest = true;  ///< the extreme is the largest value; otherwise the smallest

  /// Whether `a` is more extreme than `b`.
  bool Exceeds(double a, double b) const { return is_largest ? a > b : a < b; }
};

/// The terms in the order of the expression.  A condition without a comparison is a term itself.
std::vector<ConditionTerm> TermsOf(const Expression& expression, const BoundExpression& bound);

}  // namespace fdr
