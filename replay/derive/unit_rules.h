// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The units of a result of two operands, and the factors for their numbers: the smaller scale is
// converted to the larger.

#pragma once

#include <array>

#include "fdr/replay/derive/bound_expression.h"
#include "fdr/replay/derive/dialect.h"

namespace fdr {

/// Whether both have the same dimensions; a plain number is a count.
bool HaveSameDimensions(const Units& a, const Units& b);

struct CombinedUnits {
  Units units;
  std::array<Scaling, 2> scaling;  ///< of the left operand, and of the right
};

/// The units and the factors for +, -, * and /.
CombinedUnits CombineUnits(Op op, const Units& left, const Units& right, DeriveRules rules);

}  // namespace fdr
