// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The requested part of an archive: the options -S, -T, -A and -O of PCPIntro(1).
//
// A time is an interval after the start ("10m") or one before the end ("-10m").  The start is that
// of the archive, and for -T and -O that of the window.  A time may also be a date after an at
// sign, as ctime writes it ("@Sep 10 2:30", ctime_form.h), or free form ("yesterday", free_form.h).
// See docs/compatibility.md, "Times and intervals".

#pragma once

#include <optional>
#include <string>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/time/interval.h"
#include "fdr/replay/time/zone.h"

namespace fdr {

/// The options of the user; a missing option is not the same as an empty text.
struct TimeWindowSpec {
  std::optional<std::string> start = {};   ///< -S
  std::optional<std::string> finish = {};  ///< -T
  std::optional<std::string> align = {};   ///< -A, an interval
  std::optional<std::string> offset = {};  ///< -O: where in the window to begin
};

/// The bounds that the times are relative to.
struct TimeWindowBounds {
  Timestamp log_start;
  std::optional<Timestamp> log_end = {};  ///< nothing: no end
  Zone zone = {};
  std::int64_t now = 0;  ///< the wall clock, in seconds, for free forms like "yesterday"
};

/// If `start` lies after `end`, the window is empty.
struct TimeWindow {
  Timestamp start;
  std::optional<Timestamp> end;  ///< nothing: the log has no end, and none was given
  Timestamp origin;              ///< where to begin: between start and end
  bool is_origin_moved = false;  ///< the option lies outside: the origin is the nearer bound
  /// An option that was ignored: an alignment that leads out of the log.
  std::optional<std::string> warning = {};
};

/// The text of an error points at the place that cannot be parsed (caret.h).
///
/// With IntervalRules::kPcp this is pmParseTimeWindow(3).  With kPlain, intervals have their usual
/// meaning, and there are more forms of times: "2001-09-09T02:00:00.5Z" and the like,
/// "@1000000800.5" (seconds since the Epoch), "noon", "midnight", "3m ago" and "last 3 minutes".
/// The last two are before the end of the log, or before its start if it has no end, as PCP's "3
/// minutes ago".
Result<TimeWindow> ParseTimeWindow(const TimeWindowSpec& spec, const TimeWindowBounds& bounds,
                                   IntervalRules rules);

/// The same, with stamps as PCP adds them up: nanoseconds may be 10^9 instead of being carried.
Result<TimeWindow> ParseTimeWindowUnnormalised(const TimeWindowSpec& spec,
                                               const TimeWindowBounds& bounds, IntervalRules rules);

}  // namespace fdr
