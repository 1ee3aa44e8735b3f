// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The use between two values of a counter, in the unit of the metric.
//
//     100 -> 130   30
//     100 -> 7      7, it began again: the least that was used since

#pragma once

#include <algorithm>

#include "fdr/replay/counter_rule.h"
#include "fdr/replay/values/growth.h"

namespace fdr::why {

/// A counter that went down began again at 0: another process has its number now, or the recorder,
/// which counts `fdr.usage`, was started again.  All that it has now was used since.
inline double UsedBetween(Type type, std::uint64_t before, std::uint64_t after) {
  const auto growth = GrowthOf(type, before, after, CounterRule::kReset);
  return growth ? growth->by : std::max(0.0, NumberFrom(type, after));
}

}  // namespace fdr::why
