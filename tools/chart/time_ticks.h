// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Round times on the time axis of a picture: 14:00, 14:15, 14:30.

#pragma once

#include <string>
#include <vector>

#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/time/zone.h"

namespace fdr::tools {

struct TimeTick {
  Timestamp time;
  std::string text;
  std::string date = {};  ///< where the day changes, and at the first tick
};

/// At most `most` round times of the zone's clock from `first` to `last`.  Dates only if these are
/// of different days.
std::vector<TimeTick> RoundTimes(Timestamp first, Timestamp last, int most, const Zone& zone);

}  // namespace fdr::tools
