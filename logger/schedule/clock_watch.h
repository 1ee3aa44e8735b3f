// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whether the clock on the wall is to be believed, as far as a clock that nobody sets can tell.

#pragma once

#include <optional>
#include <utility>

#include "fdr/archive/base/timestamp.h"
#include "fdr/logger/schedule/schedule.h"

namespace fdr {

/// After the clock on the wall was set, forward or back, nobody knows for how long it is right.
class ClockWatch {
 public:
  static constexpr Nanos kDistrust = 3600 * Nanos{kNanosPerSecond};  ///< after it was set
  static constexpr Nanos kTolerance = 10 * Nanos{kNanosPerSecond};   ///< that much is no setting

  /// To be asked now and then: whether the clock, which shows `wall`, was not set for so long, as
  /// far as it was looked at.  `now` is of a clock that never goes back.
  bool IsSteady(Timestamp wall, Nanos now) {
    const std::optional<Look> before = std::exchange(last_, Look{wall, now});
    if (before && Differ(wall, before->wall.Plus(now - before->now))) set_at_ = now;
    return !set_at_ || now - *set_at_ >= kDistrust;
  }

  /// When it was found to be set, by the other clock; nothing if it never was.
  std::optional<Nanos> set_at() const { return set_at_; }

 private:
  struct Look {
    Timestamp wall;
    Nanos now;
  };

  static bool Differ(Timestamp a, Timestamp b) {
    return a > b.Plus(kTolerance) || b > a.Plus(kTolerance);
  }

  std::optional<Look> last_;
  std::optional<Nanos> set_at_;
};

}  // namespace fdr
