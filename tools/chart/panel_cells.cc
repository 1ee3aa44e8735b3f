// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/chart/panel_cells.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "fdr/tools/chart/chart_stack.h"
#include "fdr/tools/chart/fill_plot.h"
#include "fdr/tools/chart/heat_map.h"
#include "fdr/tools/chart/line_plot.h"

namespace fdr::tools {
namespace {

constexpr std::array<std::string_view, 8> kEighthBlocks = {"\u2581", "\u2582", "\u2583", "\u2584",
                                                           "\u2585", "\u2586", "\u2587", "\u2588"};

std::string Braille(std::uint8_t dots) {
  return {'\xe2', static_cast<char>(0xa0 | dots >> 6), static_cast<char>(0x80 | (dots & 0x3f))};
}

// Fills the columns between two samples with what lies between the edges of a band.
class BandPlot {
 public:
  BandPlot(const PanelSpace& space, const ValueAxis& axis)
      : columns_(space.columns), axis_(axis), plot_(space.columns, space.rows) {}

  void Add(const ChartSeries& series, int number, const ChartTimes& times, const TimeAxis& time) {
    if (series.low.empty()) return;
    std::optional<ValueRange> last;
    double last_column = 0;
    for (std::size_t i = 0; i < std::min(series.values.size(), times.samples.size()); ++i) {
      const std::optional<ValueRange> band = BandAt(series, i);
      const double column = std::round(time.FractionOf(times.samples[i]) * (columns_ - 1));
      if (band && last) Join(*last, last_column, *band, column, number);
      if (band) Fill(column, *band, number);
      last = band;
      last_column = column;
    }
  }

  /// The series whose band fills at least half of a cell, or -1.
  int At(int column, int row) const {
    constexpr int kHalf = 4;
    const FillCell cell = plot_.At(column, row);
    return cell.eighths >= kHalf ? cell.series : -1;
  }

 private:
  void Join(const ValueRange& a, double from, const ValueRange& b, double to, int number) {
    const double step = from < to ? 1 : -1;
    for (double column = from + step; (to - column) * step > 0; column += step) {
      const double part = (column - from) / (to - from);
      Fill(column, {a.low * (1 - part) + b.low * part, a.high * (1 - part) + b.high * part},
           number);
    }
  }

  // The value of a row lies at its middle.
  void Fill(double column, const ValueRange& band, int number) {
    plot_.Fill(static_cast<int>(column), axis_.RowOf(band.low) + 0.5, axis_.RowOf(band.high) + 0.5,
               number);
  }

  const int columns_;
  const ValueAxis axis_;
  FillPlot plot_;
};

class LineCells final : public PanelCells {
 public:
  LineCells(const ChartPanel& panel, const ChartTimes& times, const TimeAxis& time,
            const ValueAxis& axis, const SeriesStyle& style, const PanelSpace& space)
      : style_(style),
        utf8_(space.utf8),
        plot_(space.columns, space.rows, space.utf8),
        bands_(space, axis) {
    std::vector<std::optional<PlotPoint>> points;
    for (const ChartSeries& series : panel.series) {
      bands_.Add(series, plot_.series(), times, time);
      points.clear();
      for (std::size_t i = 0; i < std::min(series.values.size(), times.samples.size()); ++i) {
        const std::optional<double> value = Drawable(series.values[i]);
        std::optional<PlotPoint> point;
        if (value) point = {time.FractionOf(times.samples[i]), axis.RowOf(*value)};
        if (series.steps && point && !points.empty() && points.back())
          points.push_back(CornerOf(*points.back(), *point, times, i));
        points.push_back(point);
      }
      plot_.Add(points);
    }
    if (style_.marks_lines()) plot_.MarkLines();
  }

  PanelCell At(int column, int row) const override {
    const PlotCell cell = plot_.At(column, row);
    if (cell.series < 0) return BandCell(bands_.At(column, row));
    if (cell.marker || !utf8_)
      return {std::string(style_.Marker(cell.series)), style_.Color(cell.series)};
    return {Braille(cell.braille), style_.Color(cell.series)};
  }

 private:
  PanelCell BandCell(int series) const {
    if (series < 0) return {};
    return {utf8_ ? "\u2591" : ":", style_.Color(series)};
  }

  // The earlier value holds until the time of the later one.
  static PlotPoint CornerOf(const PlotPoint& a, const PlotPoint& b, const ChartTimes& times,
                            std::size_t i) {
    return times.samples[i - 1] <= times.samples[i] ? PlotPoint{b.x, a.row} : PlotPoint{a.x, b.row};
  }

  const SeriesStyle style_;
  const bool utf8_;
  LinePlot plot_;
  BandPlot bands_;
};

class FillCells final : public PanelCells {
 public:
  FillCells(const ChartPanel& panel, const ChartTimes& times, const TimeAxis& time,
            const ValueAxis& axis, const SeriesStyle& style, const PanelSpace& space)
      : style_(style), utf8_(space.utf8), axis_(axis), plot_(space.columns, space.rows) {
    if (panel.kind == PanelKind::kBars)
      FillBars(BarsOf(panel, times, time, space.columns), space.columns);
    else
      FillStacks(StackColumns(panel, times, time, space.columns));
  }

  PanelCell At(int column, int row) const override {
    const FillCell cell = plot_.At(column, row);
    if (cell.series < 0) return {};
    constexpr int kHalf = 4;
    if (utf8_ && !style_.marks_lines())
      return {std::string(kEighthBlocks[static_cast<std::size_t>(cell.eighths - 1)]),
              style_.Color(cell.series)};
    if (cell.eighths < kHalf) return {};
    return {std::string(style_.Marker(cell.series)), style_.Color(cell.series)};
  }

 private:
  // The value of a row lies at its middle, and the bottom row is filled from its bottom.
  double HeightOf(double value) const {
    const double row = axis_.RowOf(value);
    return value == 0 && row < 0.5 ? 0 : row + 0.5;
  }

  void FillBars(const std::vector<ChartBar>& bars, int columns) {
    for (const ChartBar& bar : bars) {
      if (bar.value == 0) continue;
      const int from = std::min(static_cast<int>(bar.left * columns + 1e-9), columns - 1);
      const int to = std::max(static_cast<int>(bar.right * columns + 1e-9), from + 1);
      for (int column = from; column < to; ++column)
        plot_.Fill(column, HeightOf(0), HeightOf(bar.value), static_cast<int>(bar.series));
    }
  }

  void FillStacks(const std::vector<StackColumn>& columns) {
    for (std::size_t column = 0; column < columns.size(); ++column)
      for (std::size_t s = 0; s < columns[column].size(); ++s)
        if (const auto& edges = columns[column][s]; edges && edges->from != edges->to)
          plot_.Fill(static_cast<int>(column), HeightOf(edges->from), HeightOf(edges->to),
                     static_cast<int>(s));
  }

  const SeriesStyle style_;
  const bool utf8_;
  const ValueAxis axis_;
  FillPlot plot_;
};

class HeatCells final : public PanelCells {
 public:
  HeatCells(const ChartPanel& panel, const ChartTimes& times, const TimeAxis& time,
            const PanelSpace& space)
      : map_(MakeHeatMap(panel, times, time, space.columns, space.rows)), space_(space) {}

  PanelCell At(int column, int row) const override {
    const auto from_top = static_cast<std::size_t>(space_.rows - 1 - row);
    if (from_top >= map_.rows.size()) return {};
    const std::optional<double>& value =
        map_.rows[from_top].cells[static_cast<std::size_t>(column)];
    return value ? HeatGlyph(map_.LevelOf(*value, kHeatGlyphs), space_.utf8) : PanelCell{};
  }

 private:
  const HeatMap map_;
  const PanelSpace space_;
};

}  // namespace

PanelCell HeatGlyph(int level, bool utf8) {
  constexpr std::string_view kAsciiLevels = ".:-=+*#@";
  const auto i = static_cast<std::size_t>(level);
  return {std::string(utf8 ? kEighthBlocks[i] : kAsciiLevels.substr(i, 1)), kHeatCodes[i]};
}

std::unique_ptr<PanelCells> MakePanelCells(const ChartPanel& panel, const ChartTimes& times,
                                           const TimeAxis& time, const ValueAxis& values,
                                           const SeriesStyle& style, const PanelSpace& space) {
  switch (panel.kind) {
    case PanelKind::kHeat:
      return std::make_unique<HeatCells>(panel, times, time, space);
    case PanelKind::kBars:
    case PanelKind::kAreas:
      return std::make_unique<FillCells>(panel, times, time, values, style, space);
    case PanelKind::kLines:
      break;
  }
  return std::make_unique<LineCells>(panel, times, time, values, style, space);
}

}  // namespace fdr::tools
