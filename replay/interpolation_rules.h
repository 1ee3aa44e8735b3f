// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What may be chosen about interpolated values.

#pragma once

#include <cstdint>
#include <limits>

namespace fdr {

/// Which of the two values around a time an instantaneous or discrete number has.
enum class ValueRule : std::uint8_t {
  kNearest,   ///< the nearer one, the earlier of two equally near ones: PCP since 6.3.2
  kPrevious,  ///< the earlier one: PCP before
};

/// Which marks count.  By default every mark does: nothing is interpolated across it.
struct MarkRule {
  static constexpr std::int64_t kIgnoreAll = std::numeric_limits<std::int64_t>::max();

  /// Marks between two records that are at most so many nanoseconds apart do not count.  -1: all
  /// do; kIgnoreAll: none does, at the ends of the log neither.
  std::int64_t ignore_up_to = -1;
};

struct InterpolationRules {
  ValueRule value = ValueRule::kNearest;
  MarkRule marks;
  bool counters_wrap = false;  ///< an integer counter that decreases has run over its largest value
};

}  // namespace fdr
