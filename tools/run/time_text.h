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
#include "fdr/replay/time/zone.h"
#include "fdr/tools/run/run_end.h"

namespace fdr::tools {

/// What --tz says: `local` (the environment's), `utc`, `archive` (where the archive was recorded),
/// or anything that TZ may be.
Result<Zone> ChooseZone(std::string_view option, const LabelRecord& label);

/// What -Z says, to PCP's tools and here: what is no zone is UTC, of which they say nothing, and
/// this warns.
Zone ChoosePeerZone(std::string_view option, bool quiet);

/// "2022-04-03 06:50:55.401624349 AEST"; version 2 archives know microseconds only.
std::string HumanTime(Timestamp stamp, const Zone& zone, Version version);

/// A complaint of the parsers of times and intervals, which points at a place in what was typed
/// (replay/caret.h), below a line that says what it is about.
std::string UnderTitle(std::string_view title, std::string_view complaint);
/// The same for what is no time and no interval.  Other errors stay as they are.
Error ExplainTime(Error error);

/// What -t says, in nanoseconds: more than 0; a second, if it says nothing.
Result<std::int64_t> ParseStep(const std::optional<std::string>& option);

/// What -T says to one that begins now: "10m" is a length, anything else a time.
Result<RunEnd> ParseEnd(const std::optional<std::string>& option, const Zone& zone, Timestamp now);

Timestamp WallClock();

/// "2022-04-03T06:50:55.401624349+10:00".
std::string Rfc3339(Timestamp stamp, const Zone& zone);

}  // namespace fdr::tools
