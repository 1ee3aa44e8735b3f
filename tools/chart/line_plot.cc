// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/chart/line_plot.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace fdr::tools {

LinePlot::LinePlot(int columns, int rows, bool fine)
    : columns_(columns),
      rows_(rows),
      across_(fine ? 2 : 1),
      up_(fine ? 4 : 1),
      lines_(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows)),
      markers_(lines_.size(), -1) {}

std::size_t LinePlot::CellOf(int column, int row) const {
  return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
         static_cast<std::size_t>(column);
}

// The value of a row lies at the middle of its cells.  Braille has no dot there: the dot below is
// used.
LinePlot::Dot LinePlot::DotAt(const PlotPoint& point) const {
  const auto x = std::lround(point.x * (columns_ * across_ - 1));
  const auto y = std::lround(point.row * up_) + (up_ - 1) / 2;
  return {static_cast<int>(std::clamp(x, 0L, columns_ * across_ - 1L)),
          static_cast<int>(std::clamp(y, 0L, rows_ * up_ - 1L))};
}

void LinePlot::Line(Dot from, Dot to, Layer& layer) const {
  // Bits of Unicode's Braille patterns, from the bottom: of the left column, then of the right.
  constexpr std::array<std::array<std::uint8_t, 4>, 2> kBits = {
      {{0x40, 0x04, 0x02, 0x01}, {0x80, 0x20, 0x10, 0x08}}};
  const int dx = to.x - from.x, dy = to.y - from.y;
  const int steps = std::max({std::abs(dx), std::abs(dy), 1});
  for (int i = 0; i <= steps; ++i) {
    const int x = from.x + static_cast<int>(std::lround(1.0 * dx * i / steps));
    const int y = from.y + static_cast<int>(std::lround(1.0 * dy * i / steps));
    layer[CellOf(x / across_, y / up_)] |=
        kBits[static_cast<std::size_t>(x % across_)][static_cast<std::size_t>(y % up_)];
  }
}

void LinePlot::Add(std::span<const std::optional<PlotPoint>> points) {
  Layer layer(lines_.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!points[i]) continue;
    const Dot here = DotAt(*points[i]);
    const bool joined = i > 0 && points[i - 1];
    Line(joined ? DotAt(*points[i - 1]) : here, here, layer);
    // A single dot is easily missed.
    const bool alone = !joined && (i + 1 == points.size() || !points[i + 1]);
    if (alone) markers_[CellOf(here.x / across_, here.y / up_)] = series();
  }
  for (std::size_t cell = 0; cell < layer.size(); ++cell) lines_[cell] += layer[cell] != 0 ? 1 : 0;
  layers_.push_back(std::move(layer));
}

// The row in which to mark a line in this column, near the middle of the rows that the line covers.
// -1 if all of them have markers or (unless `shared`) other lines.
int LinePlot::RowToMark(int series, int column, bool shared) const {
  std::vector<int> rows;
  for (int row = 0; row < rows_; ++row) {
    const std::size_t cell = CellOf(column, row);
    if (layers_[static_cast<std::size_t>(series)][cell] == 0 || markers_[cell] >= 0) continue;
    if (shared || lines_[cell] == 1) rows.push_back(row);
  }
  return rows.empty() ? -1 : rows[rows.size() / 2];
}

// One marker in columns [begin, end), as near to their middle as possible.
void LinePlot::MarkSlot(int series, int begin, int end) {
  const int middle = begin + (end - begin) / 2;
  std::vector<int> nearest_first;
  for (int column = std::max(begin, 0); column < std::min(end, columns_); ++column)
    nearest_first.push_back(column);
  std::sort(nearest_first.begin(), nearest_first.end(), [middle](int a, int b) {
    return std::abs(a - middle) != std::abs(b - middle)
               ? std::abs(a - middle) < std::abs(b - middle)
               : a < b;
  });
  for (const bool shared : {false, true})
    for (const int column : nearest_first)
      if (const int row = RowToMark(series, column, shared); row >= 0) {
        markers_[CellOf(column, row)] = series;
        return;
      }
}

void LinePlot::MarkLines() {
  constexpr int kSlot = 18;  // columns per marker of one line
  for (int i = 0; i < series(); ++i) {
    // The lines' slots are shifted against each other, so that the markers do not crowd.
    const int shift = i * kSlot / series();
    for (int begin = shift - kSlot; begin < columns_; begin += kSlot)
      MarkSlot(i, begin, begin + kSlot);
  }
}

PlotCell LinePlot::At(int column, int row) const {
  const std::size_t cell = CellOf(column, row);
  PlotCell out;
  std::vector<int> owners;
  for (int i = 0; i < series(); ++i) {
    const std::uint8_t dots = layers_[static_cast<std::size_t>(i)][cell];
    if (dots == 0) continue;
    owners.push_back(i);
    out.braille |= dots;
  }
  out.marker = markers_[cell] >= 0;
  if (out.marker)
    out.series = markers_[cell];
  else if (!owners.empty())
    out.series = owners[static_cast<std::size_t>(column) % owners.size()];
  return out;
}

}  // namespace fdr::tools
