// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Units of what two operands make, and what their numbers are scaled with for that: those of the
// smaller scale become those of the larger.

#pragma once

#include <array>

#include "fdr/replay/derive/bound_expression.h"
#include "fdr/replay/derive/rules.h"

namespace fdr {

/// Whether both are of one kind; a plain number counts something.
bool HaveSameDimensions(const Units& a, const Units& b);

struct CombinedUnits {
  Units units;
  std::array<Scaling, 2> scaling;  ///< of the left operand, and of the right
};

/// Of +, -, * and /.
CombinedUnits CombineUnits(Op op, const Units& left, const Units& right, DeriveRules rules);

/// How many seconds a unit of time is.
double SecondsOf(int time_scale);

}  // namespace fdr
