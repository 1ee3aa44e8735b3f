// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/chart/fill_plot.h"

#include <algorithm>
#include <cmath>

namespace fdr::tools {

FillPlot::FillPlot(int columns, int rows)
    : columns_(columns),
      rows_(rows),
      cells_(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows)) {}

void FillPlot::Fill(int column, double from, double to, int series) {
  if (column < 0 || column >= columns_) return;
  const double low = std::clamp(std::min(from, to), 0.0, double(rows_));
  const double high = std::clamp(std::max(from, to), 0.0, double(rows_));
  for (int row = static_cast<int>(low); row < rows_ && row < high; ++row) {
    Cover& cell = cells_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                         static_cast<std::size_t>(column)];
    const double bottom = std::max(low - row, 0.0), top = std::min(high - row, 1.0);
    cell.bottom = std::min(cell.bottom, bottom);
    cell.top = std::max(cell.top, top);
    if (top - bottom <= cell.most) continue;
    cell.most = top - bottom;
    cell.series = series;
  }
}

FillCell FillPlot::At(int column, int row) const {
  const Cover& cell = cells_[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
                             static_cast<std::size_t>(column)];
  if (cell.series < 0) return {};
  constexpr int kEighths = 8;
  // No character is filled from its top.
  const bool hangs = cell.bottom > 1.0 / kEighths;
  if (hangs) return cell.top - cell.bottom < 0.5 ? FillCell{} : FillCell{cell.series, kEighths};
  return {cell.series, std::clamp(static_cast<int>(std::lround(cell.top * kEighths)), 1, kEighths)};
}

}  // namespace fdr::tools
