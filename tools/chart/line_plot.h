// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The area between the axes of a chart: series drawn as dots into the cells of a terminal.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fdr::tools {

/// `x` goes from 0 at the left edge to 1 at the right edge.  `row` goes from 0 at the middle of the
/// bottom row to rows - 1 at the middle of the top row, and up to half a row beyond.
struct PlotPoint {
  double x = 0;
  double row = 0;
};

/// What one character shows.
struct PlotCell {
  int series = -1;           ///< that the cell belongs to; -1 for an empty cell
  bool marker = false;       ///< the marker of that series instead of dots
  std::uint8_t braille = 0;  ///< the dots of all series, as the low byte of U+28xx
};

class LinePlot {
 public:
  /// With `fine`, a cell has 2 x 4 dots, otherwise one.  All sizes are at least 1.
  LinePlot(int columns, int rows, bool fine);

  /// Adds the next series: straight lines between neighbours, and a gap at nullopt.
  void Add(std::span<const std::optional<PlotPoint>> points);

  /// Marks each line at some places, at least once wherever there is room.
  void MarkLines();

  int series() const { return static_cast<int>(layers_.size()); }
  /// `row` counts from the bottom.  Series that share a cell take turns, column by column.
  PlotCell At(int column, int row) const;

 private:
  struct Dot {
    int x = 0, y = 0;
  };
  using Layer = std::vector<std::uint8_t>;  // the dots of one series, per cell

  Dot DotAt(const PlotPoint& point) const;
  void Line(Dot from, Dot to, Layer& layer) const;
  std::size_t CellOf(int column, int row) const;
  int RowToMark(int series, int column, bool shared) const;
  void MarkSlot(int series, int begin, int end);

  int columns_, rows_;
  int across_, up_;  // dots per cell
  std::vector<Layer> layers_;
  std::vector<int> lines_;    // per cell, how many series have dots there
  std::vector<int> markers_;  // per cell, the series marked there, or -1
};

}  // namespace fdr::tools
