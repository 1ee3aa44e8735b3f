// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Lengths of time as users type them: "10", "5min 30s", "1.5 hours".

#pragma once

#include <cstdint>
#include <string_view>

#include "fdr/archive/base/error.h"

namespace fdr {

enum class IntervalRules {
  kPcp,  ///< pmParseHighResInterval(3): "100ms" is a hundred minutes; no "us", "ns" or "week".
  kPcpMicros,  ///< pmParseInterval(3): the same, rounded to microseconds.
  kPlain,      ///< "100ms" is a tenth of a second; "us", "ns", "w", "week" too; decimals are exact.
};

/// Never negative.
struct Interval {
  std::int64_t sec = 0;
  std::int32_t nsec =
      0;  ///< Up to and including 10^9: kPcp... may leave this value ("0.9999999999"), as PCP does.

  friend constexpr bool operator==(const Interval&, const Interval&) = default;
};

/// The sum of all "number [unit]"; a number without a unit is in seconds.  The text of an error
/// points at the place that cannot be parsed (caret.h).
Result<Interval> ParseInterval(std::string_view text, IntervalRules rules);

}  // namespace fdr
