// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a guard chooses from two operands, instance by instance.

#pragma once

#include <array>
#include <vector>

#include "fdr/replay/derive/instance_finder.h"
#include "fdr/replay/derive/rules.h"
#include "fdr/replay/derive/values.h"

namespace fdr {

/// Of one node, between fetches: nothing but room.
struct TernaryRoom {
  InstanceFinder guards, yes, no;
};

/// What the branches are.
struct Branches {
  TypedValues yes, no;
  bool yes_is_novalue = false, no_is_novalue = false;
};

/// Into `out`.  An error of the guard, else of the branches, is all there is; and so is nothing,
/// unless it is novalue(): what that is chosen for has no value.
Values ChooseValues(const TypedValues& guard, const Branches& branches, TernaryRoom& room,
                    std::vector<FetchedValue>& out);

}  // namespace fdr
