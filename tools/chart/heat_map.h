// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The cells of a heat map.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/chart/chart_axis.h"
#include "fdr/tools/chart/chart_model.h"

namespace fdr::tools {

struct HeatRow {
  std::size_t first = 0, last = 0;  ///< of the series that share the row
  std::string name;                 ///< "cpu3", or "cpu0 .. cpu3" for several
  std::vector<std::optional<double>> cells;
};

struct HeatMap {
  double low = 0, high = 0;  ///< low is 0 unless there are negative values
  std::vector<HeatRow> rows;

  /// From 0 to levels - 1.
  int LevelOf(double value, int levels) const;
};

/// Series share rows if there are more than `most_rows`, and samples share columns.  A cell shows
/// the value farthest from zero.  Each sample reaches half way to its neighbours.
HeatMap MakeHeatMap(const ChartPanel& panel, const ChartTimes& times, const TimeAxis& axis,
                    int columns, int most_rows);

}  // namespace fdr::tools
