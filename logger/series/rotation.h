// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// When an archive ends and the next one begins.

#pragma once

#include <functional>
#include <optional>

#include "fdr/archive/base/timestamp.h"
#include "fdr/logger/config/recording_options.h"
#include "fdr/logger/schedule/schedule.h"
#include "fdr/replay/time/zone.h"

namespace fdr {

/// Whether archives end at times of the day, which the clock on the wall tells: the interval
/// divides a day, or is some days.  Any other interval is a length.
bool IsOfTheDay(Nanos interval);

/// When an archive ends that began at `now`, where that is a time of the day: at the next multiple
/// of the interval on the clock of that zone, also on days when that is set; if it is some days, at
/// the last midnight within them.
Timestamp NextRotation(Timestamp now, Nanos interval, const Zone& zone);

/// One thread at a time.
class RotationTimer {
 public:
  /// Nothing: never.
  explicit RotationTimer(std::optional<Rotation> rotation) : rotation_(std::move(rotation)) {}

  /// To be asked again and again: whether an archive is to end.  The first one begins when this is
  /// asked first.
  bool IsDue(Nanos now);

 private:
  bool IsTimeOfDay();
  bool IsOver(Nanos now);

  std::optional<Rotation> rotation_;
  std::optional<Timestamp> at_;    // by the clock on the wall, ...
  std::optional<Timestamp> seen_;  // ... which showed this the last time
  std::optional<Nanos> after_;
};

}  // namespace fdr
