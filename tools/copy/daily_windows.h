// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// --daily: a window of each day, such as lunch time.

#pragma once

#include <vector>

#include "fdr/archive/copy/record_window.h"
#include "fdr/replay/time/time_window.h"

namespace fdr::tools {

/// The windows of all days that may have records between two times, ascending.  -S and -T are times
/// of a day: "@12:00".  If the end is not behind the start, it is that of the next day.  Where
/// clocks are set forward or back, the window is that of the clocks.
///
/// kInvalidArgument for other times, or without one of the two.
Result<std::vector<TimeSpan>> DailyWindows(const TimeWindowSpec& times, Timestamp from,
                                           Timestamp to, const Zone& zone);

}  // namespace fdr::tools
