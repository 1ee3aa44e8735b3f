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

/// Whether archives end at times of day, by the wall clock: if the interval divides a day or is a
/// number of days.  Any other interval is a length of time.
bool IsOfTheDay(Nanos interval);

/// The end of an archive that begins at `now`, if archives end at times of day.  This is the next
/// multiple of the interval by the clock of the zone, also on days when that clock is set.  With an
/// interval of days, this is the last midnight within the interval.
Timestamp NextRotation(Timestamp now, Nanos interval, const Zone& zone);

/// One thread at a time.
class RotationTimer {
 public:
  /// Without a rotation, archives never end.
  explicit RotationTimer(std::optional<Rotation> rotation) : rotation_(std::move(rotation)) {}

  /// To be called again and again: whether the archive is to end.  The first archive begins with
  /// the first call.
  bool IsDue(Nanos now);

 private:
  bool IsTimeOfDay();
  bool IsOver(Nanos now);

  std::optional<Rotation> rotation_;
  std::optional<Timestamp> at_;    // by the wall clock
  std::optional<Timestamp> seen_;  // the wall clock at the last call
  std::optional<Nanos> after_;
};

}  // namespace fdr
