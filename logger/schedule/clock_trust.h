// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Whether the wall clock can be trusted, judged by a steady clock.

#pragma once

#include <optional>
#include <utility>

#include "fdr/archive/base/timestamp.h"
#include "fdr/logger/schedule/schedule.h"

namespace fdr {

/// After the wall clock was set, forward or back, it may soon be set again.
class ClockTrust {
 public:
  static constexpr Nanos kDistrust = 3600 * kNanosPerSecond;  ///< after the clock was set
  static constexpr Nanos kTolerance = 10 * kNanosPerSecond;   ///< a smaller jump is ignored

  /// To be called now and then with the wall clock's time and a steady clock's `now`.  Whether the
  /// wall clock has not been set for kDistrust, as far as the calls can tell.
  bool IsSteady(Timestamp wall, Nanos now) {
    const std::optional<Look> before = std::exchange(last_, Look{wall, now});
    if (before && Differ(wall, before->wall.Plus(now - before->now))) set_at_ = now;
    return !set_at_ || now - *set_at_ >= kDistrust;
  }

  /// When the last setting was noticed, by the steady clock; nothing if never.
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
