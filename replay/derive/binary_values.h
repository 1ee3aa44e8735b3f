// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Applies operators to the values of two operands.

#pragma once

#include <vector>

#include "fdr/replay/derive/bound_expression.h"
#include "fdr/replay/derive/instance_finder.h"
#include "fdr/replay/derive/values.h"

namespace fdr {

/// Memory of one node that is kept between fetches; it holds no state.
struct BinaryRoom {
  std::vector<FetchedValue> left, right;  // converted
  InstanceFinder finder;
};

/// Puts the values into `out`.  Two single values give one.  A single value is combined with each
/// instance of the other side.  If both sides have instances, only the instances of both are
/// combined, in the order of the left side.  An error of the left side is the result, otherwise an
/// error of the right.
Values CombineValues(Op op, const BoundNode& node, const TypedValues& left,
                     const TypedValues& right, BinaryRoom& room, std::vector<FetchedValue>& out);

}  // namespace fdr
