// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Filled pieces of columns, as bars and areas have them, in the cells of a terminal.

#pragma once

#include <cstddef>
#include <vector>

namespace fdr::tools {

struct FillCell {
  int series = -1;  ///< that covers most of the cell; -1 for an empty cell
  int eighths = 0;  ///< how high the cell is filled, from its bottom: 1 to 8
};

class FillPlot {
 public:
  FillPlot(int columns, int rows);

  /// Fills a column for a series between two heights, in rows above the bottom of the plot.
  void Fill(int column, double from, double to, int series);
  /// `row` counts from the bottom.
  FillCell At(int column, int row) const;

 private:
  struct Cover {
    int series = -1;
    double most = 0;             // of the cell, by this series
    double bottom = 1, top = 0;  // of all series
  };

  int columns_, rows_;
  std::vector<Cover> cells_;
};

}  // namespace fdr::tools
