// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/sample_choice.h"

#include <cmath>

namespace fdr {

Timestamp FirstOnGrid(Timestamp origin, std::int64_t step, Timestamp t) {
  constexpr double kFarthest = 8e9;  // seconds, whose nanoseconds are in 64 bits
  if (!(std::fabs(SecondsBetween(origin, t)) < kFarthest)) return t;
  const std::int64_t distance = (t.sec - origin.sec) * kNanosPerSecond + (t.nsec - origin.nsec);
  return distance > 0 ? origin.Plus(((distance - 1) / step + 1) * step) : origin;
}

SampleChoice::Step SampleChoice::Take(Timestamp stamp) {
  if (interval_ == 0) return Step::kShow;
  if (is_first_) {
    is_first_ = false;
    if (!start_) start_ = stamp;
    next_ = FirstOnGrid(*start_, interval_, stamp);
    return Step::kShow;
  }
  const bool shows_kept = has_kept_ && stamp > next_;
  if (stamp > next_) next_ = FirstOnGrid(*start_, interval_, stamp);
  has_kept_ = true;
  return shows_kept ? Step::kShowKept : Step::kKeep;
}

}  // namespace fdr
