// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What operators make of the values of two operands.

#pragma once

#include <vector>

#include "fdr/replay/derive/bound_expression.h"
#include "fdr/replay/derive/instance_finder.h"
#include "fdr/replay/derive/values.h"

namespace fdr {

/// Of one node, between fetches: nothing but room.
struct BinaryRoom {
  std::vector<FetchedValue> left, right;  // converted
  InstanceFinder finder;
};

/// Into `out`.  One value with one; with each instance, where one side has instances; by instance,
/// in the order of the left side, where both have, without those that only one has.  An error of
/// the left side, else of the right, is all there is.
Values CombineValues(Op op, const BoundNode& node, const TypedValues& left,
                     const TypedValues& right, BinaryRoom& room, std::vector<FetchedValue>& out);

}  // namespace fdr
