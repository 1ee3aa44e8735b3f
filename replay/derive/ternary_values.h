// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Chooses between two operands by a guard, instance by instance.

#pragma once

#include <array>
#include <vector>

#include "fdr/replay/derive/dialect.h"
#include "fdr/replay/derive/instance_finder.h"
#include "fdr/replay/derive/values.h"

namespace fdr {

/// Memory of one node that is kept between fetches; it holds no state.
struct TernaryRoom {
  InstanceFinder guards, yes, no;
};

/// The values of the branches.
struct Branches {
  TypedValues yes, no;
  bool yes_is_novalue = false, no_is_novalue = false;
};

/// Puts the chosen values into `out`.  An error of the guard, otherwise of a branch, is the whole
/// result.  If the guard or a branch has no values, there is no result, except for a branch of
/// novalue(): instances that choose it have no value.
Values ChooseValues(const TypedValues& guard, const Branches& branches, TernaryRoom& room,
                    std::vector<FetchedValue>& out);

}  // namespace fdr
