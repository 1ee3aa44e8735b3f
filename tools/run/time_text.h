// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which zone a verb reports in, and times as people and programs read them.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/replay/time/time_window.h"
#include "fdr/replay/time/zone.h"
#include "fdr/tools/run/run_end.h"

namespace fdr::tools {

/// The zone that --tz names: `local` (of the environment), `utc`, `archive` (where the archive was
/// recorded), or any value of TZ.
Result<Zone> ChooseZone(std::string_view option, const LabelRecord& label);

/// The zone that -Z names, as in PCP's tools.  An unknown zone is UTC; PCP's tools say nothing
/// then, this function warns.
Zone ChoosePeerZone(std::string_view option, bool quiet);

/// "2022-04-03 06:50:55.401624349 AEST"; version 2 archives know microseconds only.
std::string HumanTime(Timestamp stamp, const Zone& zone, Version version);
/// "2022-04-03 06:50:55.401 AEST": as exact as people need it.  Whole seconds have no decimals.
std::string DateText(Timestamp stamp, const Zone& zone);

/// Puts a title line above a complaint of the parsers of times and intervals.  The complaint points
/// at a place in the input (replay/text/caret.h).
std::string UnderTitle(std::string_view title, std::string_view complaint);
/// The same for an error about a time or an interval, with examples.  Returns other errors
/// unchanged.
Error ExplainTime(Error error);

/// The options -S, -T, -O and -A.  An error names the option, and has examples.
Result<TimeWindow> ParseWindowOptions(const TimeWindowSpec& spec, const TimeWindowBounds& bounds);

/// An interval in nanoseconds, more than 0; one second without the option.  An error begins with
/// `name`, the name of the option.
Result<std::int64_t> ParseStep(const std::optional<std::string>& option,
                               std::string_view name = "-t");

/// The same for samples of something that is live: at least a millisecond.
Result<std::int64_t> ParseLiveStep(const std::optional<std::string>& option);

/// The -T option of a run that begins now: "10m" is a length, anything else a time.  Refuses a time
/// that has passed.
Result<RunEnd> ParseEnd(const std::optional<std::string>& option, const Zone& zone, Timestamp now);

Timestamp WallClock();

/// How a table writes times.
struct TimeStyle {
  Zone zone;
  bool dates = false;  ///< if the rows are not all of one day
  int decimals = 0;    ///< of seconds: 0, 3, 6 or 9
};

/// "14:03:00.250", with the date before it if the style has dates.
std::string TimeText(Timestamp stamp, const TimeStyle& style);
/// Whether two times are of different days in the zone.
bool OnDifferentDays(Timestamp a, Timestamp b, const Zone& zone);

/// "2022-04-03T06:50:55.401624349+10:00".
std::string Rfc3339(Timestamp stamp, const Zone& zone);

}  // namespace fdr::tools
