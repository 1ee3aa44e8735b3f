// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The choices about interpolated values.

#pragma once

#include <cstdint>
#include <limits>

#include "fdr/replay/counter_rule.h"

namespace fdr {

/// Selects one of the two values around a time for an instantaneous or discrete number.
enum class ValueRule : std::uint8_t {
  kNearest,   ///< the nearer one, in the middle the earlier: PCP since 6.3.2
  kPrevious,  ///< the earlier one: PCP before 6.3.2
};

/// Which marks count.  By default every mark does: nothing is interpolated across it.
struct MarkRule {
  static constexpr std::int64_t kIgnoreAll = std::numeric_limits<std::int64_t>::max();

  /// Marks between two records at most this many nanoseconds apart do not count.  -1: all marks
  /// count.  kIgnoreAll: no mark counts, even at the ends of the log.
  std::int64_t ignore_up_to = -1;
};

struct InterpolationRules {
  ValueRule value = ValueRule::kNearest;
  MarkRule marks;
  /// Between two values, a counter that was reset is on the line down, as in PCP.
  CounterRule counters = CounterRule::kReset;
};

}  // namespace fdr
