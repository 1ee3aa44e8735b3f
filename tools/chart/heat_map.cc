// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/chart/heat_map.h"

#include <algorithm>
#include <cmath>

namespace fdr::tools {
namespace {

// The columns that a sample covers.
struct CellSpan {
  std::size_t from = 0, to = 0;
};

std::vector<CellSpan> SpansOf(const ChartTimes& times, const TimeAxis& axis, int columns) {
  const std::size_t count = times.samples.size();
  std::vector<double> places;
  for (const Timestamp stamp : times.samples) places.push_back(axis.FractionOf(stamp));
  std::vector<CellSpan> spans;
  for (std::size_t i = 0; i < count; ++i) {
    const double before = i == 0 ? places[i] : (places[i - 1] + places[i]) / 2;
    const double after = i + 1 == count ? places[i] : (places[i] + places[i + 1]) / 2;
    const double left = std::min({before, after, places[i]});
    const double right = std::max({before, after, places[i]});
    // The half of a neighbour begins behind this one.
    const double last = columns - 1;
    const auto from = static_cast<std::size_t>(std::ceil(left * last - 1e-9));
    const auto to = static_cast<std::size_t>(std::ceil(right * last - 1e-9));
    const auto own = static_cast<std::size_t>(std::lround(places[i] * last));
    const bool reaches_end = right * last >= last - 1e-9;
    spans.push_back({std::min(from, own), std::max(to, own + 1)});
    if (reaches_end) spans.back().to = static_cast<std::size_t>(columns);
  }
  return spans;
}

std::string NameOfRow(const ChartPanel& panel, std::size_t first, std::size_t last) {
  if (first == last) return panel.series[first].name;
  return panel.series[first].name + " .. " + panel.series[last].name;
}

}  // namespace

int HeatMap::LevelOf(double value, int levels) const {
  // Halves, since the difference of two large numbers may be infinite.
  const double spread = high / 2 - low / 2;
  const double part = spread > 0 ? (value / 2 - low / 2) / spread : 0;
  return std::clamp(static_cast<int>(part * levels), 0, levels - 1);
}

HeatMap MakeHeatMap(const ChartPanel& panel, const ChartTimes& times, const TimeAxis& axis,
                    int columns, int most_rows) {
  HeatMap map;
  const std::size_t series = panel.series.size();
  if (series == 0) return map;
  const std::optional<ValueRange> range = RangeOf(panel, times.samples.size());
  map.low = range ? std::min(range->low, 0.0) : 0;
  map.high = range ? std::max(range->high, 0.0) : 0;
  const std::size_t rows = std::min(series, static_cast<std::size_t>(std::max(most_rows, 1)));
  const std::vector<CellSpan> spans = SpansOf(times, axis, columns);
  for (std::size_t row = 0; row < rows; ++row) {
    HeatRow heat;
    heat.first = row * series / rows;
    heat.last = (row + 1) * series / rows - 1;
    heat.name = NameOfRow(panel, heat.first, heat.last);
    heat.cells.resize(static_cast<std::size_t>(columns));
    for (std::size_t s = heat.first; s <= heat.last; ++s) {
      const auto& values = panel.series[s].values;
      for (std::size_t i = 0; i < std::min(values.size(), spans.size()); ++i) {
        const std::optional<double> value = Drawable(values[i]);
        if (!value) continue;
        for (std::size_t c = spans[i].from; c < std::min(spans[i].to, heat.cells.size()); ++c)
          if (!heat.cells[c] || std::fabs(*value) > std::fabs(*heat.cells[c]))
            heat.cells[c] = value;
      }
    }
    map.rows.push_back(std::move(heat));
  }
  return map;
}

}  // namespace fdr::tools
