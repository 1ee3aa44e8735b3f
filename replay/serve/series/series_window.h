// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The stretch of time, and the samples in it, that a client wants.

#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/serve/http/parameters.h"
#include "fdr/replay/serve/series/language/series_query.h"
#include "fdr/replay/time/zone.h"

namespace fdr {

struct SeriesWindow {
  static constexpr Timestamp kEndOfTime = {std::numeric_limits<std::int64_t>::max(), 0};

  bool newest_first = false;
  std::optional<Timestamp> start = {};  ///< nothing: the first sample
  Timestamp finish = kEndOfTime;
  std::int64_t interval = 0;  ///< in nanoseconds; 0: all samples
  std::uint64_t samples = 0;  ///< of each series; 0: all

  friend bool operator==(const SeriesWindow&, const SeriesWindow&) = default;
};

/// The present time and the zone, which the times of a window refer to.
struct SeriesClock {
  Timestamp now;
  Zone zone;  ///< of dates, if the client names none
};

/// The parameters samples, start, finish, interval, offset, align and zone, with their other names.
/// kInvalidArgument if the number of samples is not a number.
Result<SeriesWindowText> WindowTextOf(const Parameters& parameters);

/// Without a window: the newest sample.  kInvalidArgument, with the words of PCP's pmproxy, if a
/// text is not a time.
Result<SeriesWindow> ResolveWindow(const SeriesWindowText& text, const SeriesClock& clock);

}  // namespace fdr
