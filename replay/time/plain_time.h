// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Forms of times that PCP does not know, or takes for something else.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/time/interval.h"
#include "fdr/replay/time/mktime.h"

namespace fdr {

/// ISO 8601 and RFC 3339, "2001-09-09T02:00:00.5+02:00".  A blank may stand in place of the T.  The
/// offset may be "Z", an hour alone, or missing (local time).  Also "@1000000800.5", seconds since
/// the Epoch, with at least nine digits before the point.  An at sign may precede both forms.
/// Nothing for any other text.
std::optional<Timestamp> ParseExactTime(std::string_view text, LocalToUtc& converter);

/// "3m ago", "last 3 minutes": the length of time, by IntervalRules::kPlain.  Nothing for any other
/// text.
std::optional<Interval> ParseAgo(std::string_view text);

/// The words "noon" and "midnight" of any case become "12:00" and "00:00".
std::string WithClocks(std::string_view text);

}  // namespace fdr
