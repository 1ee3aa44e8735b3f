// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The amount that counts as little of a quantity: a difference of less does not matter.
// docs/statistics.md has the table.

#pragma once

#include "fdr/archive/base/value.h"

namespace fdr {

/// In the units of the metric; of a rate, per second, and a counter of time is then a share of
/// time. 0 for quantities whose sizes say nothing.
double LittleOf(const Desc& desc, bool is_rate);

/// Whether the values are amounts, so that an instance that is not there has none of it.  Other
/// values are states, shares and identifiers.
bool IsAmount(const Desc& desc);

}  // namespace fdr
