// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a chart with few points would hide: the lowest and the highest value between two points, of
// all records.  A thinned archive has them as metrics (docs/thinning.md).

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tools/chart/chart_model.h"
#include "fdr/tools/series/columns.h"

namespace fdr::tools {

/// Points at the same distance.
struct ChartGrid {
  Timestamp start;
  std::int64_t step = 0;  ///< in nanoseconds
  std::size_t points = 0;

  Timestamp end() const { return start.Plus(step * static_cast<std::int64_t>(points)); }
  /// The first point at this time or later.
  std::size_t PointOf(Timestamp time) const;
};

class ChartPeaks {
 public:
  /// Reads all records of the grid once.  A metric that fails to be read has no peaks.
  ChartPeaks(ArchiveContext& archive, const std::vector<Column>& columns, const ChartGrid& grid);

  /// The range of the records behind the point before, up to this one.
  std::optional<ValueRange> At(std::size_t column, std::size_t point) const {
    return ranges_[column * points_ + point];
  }
  /// Whether a point hides records of the column.
  bool HideRecords(std::size_t column) const { return last_points_[column].hides_records; }

 private:
  struct LastPoint {
    std::optional<std::size_t> point;  // with a record
    bool hides_records = false;
  };

  void Add(std::size_t column, std::size_t point, double value);

  std::size_t points_;
  std::vector<std::optional<ValueRange>> ranges_;
  std::vector<LastPoint> last_points_;  // by column
};

}  // namespace fdr::tools
