// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/chart/chart_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "fdr/tools/chart/chart_axis.h"
#include "fdr/tools/chart/chart_stack.h"

namespace fdr::tools {

std::string PanelTitle(const ChartPanel& panel) {
  std::string title = panel.title + panel.unit;
  if (!panel.unit.empty() && !panel.title.empty())
    title = fmt::format("{} ({})", panel.title, panel.unit);
  if (std::ranges::all_of(panel.series, [](const ChartSeries& one) { return one.low.empty(); }))
    return title;
  return title + (title.empty() ? "" : ", ") + "shaded: min to max";
}

std::optional<double> Drawable(const std::optional<double>& value) {
  if (!value || !std::isfinite(*value)) return std::nullopt;
  return std::abs(*value) < 1e-290 ? 0 : *value;
}

std::optional<ValueRange> BandAt(const ChartSeries& series, std::size_t sample) {
  const std::optional<double> value = Drawable(series.values[sample]);
  if (!value) return std::nullopt;
  if (series.low.empty()) return ValueRange{*value, *value};
  return ValueRange{std::min(Drawable(series.low[sample]).value_or(*value), *value),
                    std::max(Drawable(series.high[sample]).value_or(*value), *value)};
}

std::optional<ValueRange> RangeOf(const ChartPanel& panel, std::size_t samples) {
  ValueRange range{std::numeric_limits<double>::infinity(),
                   -std::numeric_limits<double>::infinity()};
  const auto include = [&](double value) {
    range.low = std::min(range.low, value);
    range.high = std::max(range.high, value);
  };
  if (panel.kind == PanelKind::kAreas) {
    std::vector<std::optional<StackEdges>> edges;
    for (std::size_t i = 0; i < samples; ++i) {
      StackSample(panel, i, edges);
      for (const auto& edge : edges)
        if (edge) include(edge->to);
    }
  } else {
    for (const ChartSeries& series : panel.series)
      for (std::size_t i = 0; i < std::min(series.values.size(), samples); ++i)
        if (const std::optional<ValueRange> band = BandAt(series, i)) {
          include(band->low);
          include(band->high);
        }
  }
  if (range.low > range.high) return std::nullopt;
  if (panel.kind == PanelKind::kAreas || panel.kind == PanelKind::kBars) include(0);
  return range;
}

std::vector<std::optional<double>> ValuesAtCursor(const ChartPanel& panel,
                                                  const ChartTimes& times) {
  std::vector<std::optional<double>> values(panel.series.size());
  if (!times.here) return values;
  double nearest = std::numeric_limits<double>::infinity();
  const auto distance = [&](Timestamp t) { return std::fabs(SecondsBetween(t, *times.here)); };
  for (const Timestamp sample : times.samples) nearest = std::min(nearest, distance(sample));
  // A gap beside a sample has the same time, and no values.
  for (std::size_t i = 0; i < times.samples.size(); ++i) {
    if (distance(times.samples[i]) > nearest) continue;
    for (std::size_t s = 0; s < values.size(); ++s)
      if (i < panel.series[s].values.size())
        if (const std::optional<double> value = Drawable(panel.series[s].values[i]))
          values[s] = value;
  }
  return values;
}

std::string ValueText(double value, const std::string& unit) {
  std::string text = PrefixedNumber(value);
  if (unit.empty()) return text;
  return text + (unit.front() == '/' ? "" : " ") + unit;
}

}  // namespace fdr::tools
