// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/report/chart_peaks.h"

#include <algorithm>
#include <cmath>

#include "fdr/tools/run/interrupt.h"
#include "fdr/tools/series/sampler.h"
#include "fdr/tools/series/true_extremes.h"

namespace fdr::tools {

std::size_t ChartGrid::PointOf(Timestamp time) const {
  const double steps = SecondsBetween(start, time) * kNanosPerSecond / static_cast<double>(step);
  constexpr double kAlmostNothing = 1e-6;  // of a step
  return static_cast<std::size_t>(std::max(std::ceil(steps - kAlmostNothing), 0.0));
}

ChartPeaks::ChartPeaks(ArchiveContext& archive, const std::vector<Column>& columns,
                       const ChartGrid& grid)
    : points_(grid.points), ranges_(columns.size() * grid.points), last_points_(columns.size()) {
  std::vector<Column> read = columns;
  AddExtremes(archive, read);
  Sampler sampler(archive, read);
  // The first rate needs a record before the grid.
  if (!archive.SetMode(Mode::kForward, grid.start.Plus(-grid.step))) return;
  sampler.Restart(Direction::kForward);
  Row row;
  for (Result<bool> next = false; (next = sampler.Next(row)) && *next && !Interrupted();) {
    if (row.stamp < grid.start || IsEmpty(row)) continue;
    const std::size_t point = grid.PointOf(row.stamp);
    if (point >= points_) break;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (row.cells[c].index() == 0) continue;
      last_points_[c].hides_records |= last_points_[c].point == point;
      last_points_[c].point = point;
    }
    for (std::size_t c = 0; c < read.size(); ++c)
      if (const std::optional<double> value = NumberOf(row.cells[c]);
          value && std::isfinite(*value))
        Add(c < columns.size() ? c : read[c].edge->of, point, *value);
  }
}

void ChartPeaks::Add(std::size_t column, std::size_t point, double value) {
  std::optional<ValueRange>& range = ranges_[column * points_ + point];
  if (!range) range = {value, value};
  range->low = std::min(range->low, value);
  range->high = std::max(range->high, value);
}

}  // namespace fdr::tools
