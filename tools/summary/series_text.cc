// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/summary/series_text.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <vector>

#include "fdr/tools/terminal/console.h"
#include "fdr/tools/text/bars.h"
#include "fdr/tools/text/escape.h"

namespace fdr::tools {

ReadableScale ScaleOf(const Column& column, const SeriesStatistics& statistics) {
  const double mean = statistics.values().Mean();
  return ScaleOf(column, mean != 0 ? mean : statistics.max().value);
}

ReadableScale ScaleOf(const Column& column, double size) {
  // The statistics are in the units of the column, and a quantity is in those of the metric.
  ReadableScale scale = ScaleFor({column.desc.units, column.is_rate, false}, size / column.scale);
  scale.factor /= column.scale;
  return scale;
}

std::string ShortNumber(double number) {
  const double size = std::fabs(number);
  if (size == 0) return "0";
  if (size >= 1e7 || size < 1e-4) return fmt::format("{:.1e}", number);
  if (size >= 99.95 || number == std::floor(number)) return fmt::format("{:.0f}", number);
  if (size >= 9.995) return fmt::format("{:.1f}", number);
  if (size >= 0.995) return fmt::format("{:.2f}", number);
  if (size >= 0.0995) return fmt::format("{:.3f}", number);
  return fmt::format("{:.4f}", number);
}

std::string ShortTime(Timestamp stamp, const TimeStyle& style) {
  const std::string text = TimeText(stamp, style);
  const std::size_t year = text.find('-', 1);
  return style.dates && year != text.npos ? text.substr(year + 1) : text;
}

std::string CourseOf(const SeriesStatistics& statistics, std::size_t width, bool utf8) {
  const std::size_t step = TimeCells::kCells / width;
  std::vector<std::optional<double>> means;
  for (std::size_t i = 0; i < TimeCells::kCells; i += step)
    means.push_back(statistics.cells().Mean(i, step));
  return Sparkline(means, utf8);
}

std::string HeadLine(const std::string& host, const StatisticsWindow& window, const Zone& zone) {
  const bool dates = OnDifferentDays(window.start, window.end, zone);
  return fmt::format("{}, {} to {} {} ({})", Printable(host),
                     TimeText(window.start, {zone, true, 0}),
                     TimeText(window.end, {zone, dates, 0}), zone.At(window.start.sec).abbreviation,
                     HumanDuration(window.seconds()));
}

}  // namespace fdr::tools
