// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Ways to name a time that the peer does not know, or takes for something else.

#pragma once

#include <optional>
#include <string_view>

#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/time/interval.h"
#include "fdr/replay/time/mktime.h"

namespace fdr {

/// ISO 8601 and RFC 3339, "2001-09-09T02:00:00.5+02:00", also with a blank in place of the T, with
/// "Z", an hour alone as offset, or none (then it is local time); or "@1000000800.5", seconds since
/// the Epoch, of at least nine digits before the point.  An at sign may precede both.  Nothing if
/// it is not that.
std::optional<Timestamp> ParseExactTime(std::string_view text, LocalToUtc& converter);

/// "3m ago": how long ago, by IntervalRules::kPlain.  Nothing if it is not that.
std::optional<Interval> ParseAgo(std::string_view text);

}  // namespace fdr
