// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Statistics of a series in short: its units, its numbers and its curves, for a line of a table.

#pragma once

#include <cstddef>
#include <string>

#include "fdr/replay/statistics/series_statistics.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/series/columns.h"
#include "fdr/tools/text/readable_scale.h"

namespace fdr::tools {

/// The scale in which the mean of a series reads well; for a mean of zero, its largest value.
ReadableScale ScaleOf(const Column& column, const SeriesStatistics& statistics);
/// The scale in which a number of a column reads well.
ReadableScale ScaleOf(const Column& column, double size);

/// Three or more digits that mean something: "0.0123", "1.23", "1234".
std::string ShortNumber(double number);

/// "14:03:00", or with dates "01-31 14:03:00".
std::string ShortTime(Timestamp stamp, const TimeStyle& style);

/// The course over the window in `width` characters, which divides TimeCells::kCells.
std::string CourseOf(const SeriesStatistics& statistics, std::size_t width, bool utf8);

/// The line above a table: "toyhost, 2023-11-14 22:13:20 to 22:13:30 UTC (10 s)".
std::string HeadLine(const std::string& host, const StatisticsWindow& window, const Zone& zone);

}  // namespace fdr::tools
