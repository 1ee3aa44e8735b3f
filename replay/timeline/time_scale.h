// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Time as interpolation counts it: relative to the start of the timeline.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "fdr/archive/base/timestamp.h"

namespace fdr {

/// Nanoseconds since the start.  The two ends stand for "never".
using RelativeTime = std::int64_t;
inline constexpr RelativeTime kBeforeAll = std::numeric_limits<RelativeTime>::min();
inline constexpr RelativeTime kAfterAll = std::numeric_limits<RelativeTime>::max();

class TimeScale {
 public:
  explicit TimeScale(Timestamp start) : start_(start) {}

  /// Stamps centuries away become the farthest times that are not "never".
  RelativeTime From(Timestamp stamp) const {
    // A margin for the loss of halving, and for the nanoseconds of two invalid stamps.
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / kNanosPerSecond - 8;
    const std::int64_t seconds =
        stamp.sec / 2 - start_.sec / 2;  // no overflow, whatever the stamps are
    if (seconds > kMost / 2) return kAfterAll - 1;
    if (seconds < -kMost / 2) return kBeforeAll + 1;
    return (stamp.sec - start_.sec) * kNanosPerSecond + (std::int64_t{stamp.nsec} - start_.nsec);
  }

  Timestamp ToStamp(RelativeTime t) const { return start_.Plus(t); }

  /// Seconds, rounded once, as PCP rounds them.
  double Seconds(RelativeTime t) const {
    const Timestamp stamp = ToStamp(t);
    return static_cast<double>(
        (static_cast<long double>(stamp.sec) - static_cast<long double>(start_.sec)) +
        (static_cast<long double>(stamp.nsec) - static_cast<long double>(start_.nsec)) /
            kNanosPerSecond);
  }

 private:
  Timestamp start_;
};

/// Remembers Seconds() of four times: a fetch asks repeatedly for those of the records around it.
class SecondsMemo {
 public:
  explicit SecondsMemo(TimeScale scale) : scale_(scale) {}

  double At(RelativeTime t) {
    for (const Entry& entry : entries_)
      if (entry.time == t) return entry.seconds;
    Entry& oldest = entries_[next_++ % entries_.size()];
    oldest = {t, scale_.Seconds(t)};
    return oldest.seconds;
  }

 private:
  struct Entry {
    RelativeTime time = kAfterAll;
    double seconds = 0;
  };

  TimeScale scale_;
  std::array<Entry, 4> entries_ = {};
  std::size_t next_ = 0;
};

}  // namespace fdr
