// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/chart/chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

#include "fdr/tools/chart/chart_axis.h"
#include "fdr/tools/chart/chart_legend.h"
#include "fdr/tools/chart/chart_plot.h"
#include "fdr/tools/chart/chart_style.h"
#include "fdr/tools/text/display_text.h"

namespace fdr::tools {
namespace {

struct LineGlyphs {
  std::string_view side, tick, corner, floor, time_tick, here, above_here;
};
constexpr LineGlyphs kUtf8Lines = {"\u2502", "\u2524", "\u2514", "\u2500",
                                   "\u252c", "\u25b2", "\u250a"};
constexpr LineGlyphs kAsciiLines = {"|", "+", "+", "-", "+", "^", ":"};

constexpr int kLeastWidth = 20, kLeastHeight = 5;
constexpr int kHeightForTitle = 8;  // a lower chart needs the line for its values
constexpr int kLinesBelow = 2;      // the time axis and its labels

// The value as it is drawn.  A value that is not finite is a gap.  A value too small for the
// arithmetic of the axis is zero.
std::optional<double> Drawable(const std::optional<double>& value) {
  if (!value || !std::isfinite(*value)) return std::nullopt;
  return std::abs(*value) < 1e-290 ? 0 : *value;
}

struct ValueRange {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  bool empty() const { return low > high; }
};

ValueRange RangeOf(std::span<const ChartSeries> series, std::size_t samples) {
  ValueRange range;
  for (const ChartSeries& s : series)
    for (std::size_t i = 0; i < std::min(s.values.size(), samples); ++i)
      if (const std::optional<double> value = Drawable(s.values[i])) {
        range.low = std::min(range.low, *value);
        range.high = std::max(range.high, *value);
      }
  return range;
}

std::string Braille(std::uint8_t dots) {
  return {'\xe2', static_cast<char>(0xa0 | dots >> 6), static_cast<char>(0x80 | (dots & 0x3f))};
}

std::string TitleText(const ChartOptions& options) {
  if (options.unit.empty() || options.title.empty()) return options.title + options.unit;
  return fmt::format("{} ({})", options.title, options.unit);
}

// What all parts of a chart share.  Each member may depend on the members before it.
class Chart {
 public:
  Chart(std::span<const ChartSeries> series, const ChartTimes& times, const ChartOptions& options)
      : options_(options),
        title_(options.height >= kHeightForTitle ? DisplayText(TitleText(options), options.utf8)
                                                 : ""),
        style_(static_cast<int>(series.size()), options.utf8, options.color),
        lines_(options.utf8 ? kUtf8Lines : kAsciiLines),
        legend_(series, std::max(1, options.height / 3), options),
        rows_(options.height - (title_.empty() ? 0 : 1) - kLinesBelow - legend_.lines()),
        range_(RangeOf(series, times.samples.size())),
        values_(range_.empty() ? ChooseValueAxis(0, 1, rows_, options.binary)
                               : ChooseValueAxis(range_.low, range_.high, rows_, options.binary)),
        label_width_(LabelWidth(values_)),
        columns_(options.width - label_width_ - 2),
        plot_(columns_, rows_, options.utf8) {
    const TimeAxis axis(times.samples);
    std::vector<std::optional<PlotPoint>> points;
    for (const ChartSeries& s : series) {
      points.clear();
      for (std::size_t i = 0; i < std::min(s.values.size(), times.samples.size()); ++i) {
        points.emplace_back();
        if (const std::optional<double> value = Drawable(s.values[i]))
          points.back() = {axis.FractionOf(times.samples[i]), values_.RowOf(*value)};
      }
      plot_.Add(points);
    }
    if (style_.marks_lines()) plot_.MarkLines();
    if (options.here && !axis.empty())
      here_ = static_cast<int>(std::lround(axis.FractionOf(*options.here) * (columns_ - 1)));
    time_labels_ = PlaceTimeLabels(axis, times, columns_, options.width, options.utf8);
  }

  std::string Draw() const {
    std::string text;
    StyledLines out(options_.color, text);
    DrawTitle(out);
    for (int row = rows_ - 1; row >= 0; --row) DrawRow(row, out);
    DrawTimes(out);
    legend_.Draw(style_, out);
    return text;
  }

 private:
  static int LabelWidth(const ValueAxis& axis) {
    std::size_t width = 0;
    for (const std::string& label : axis.labels) width = std::max(width, label.size());
    return static_cast<int>(width);
  }

  void DrawTitle(StyledLines& out) const {
    if (title_.empty()) return;
    out.Blank(std::max(0, std::min(label_width_ + 1, options_.width - DisplayWidth(title_))));
    out.Write(CutMiddle(title_, options_.width, options_.utf8), kBold);
    out.EndLine();
  }

  void DrawRow(int row, StyledLines& out) const {
    const std::string& label = values_.labels[static_cast<std::size_t>(row)];
    out.Blank(label_width_ - static_cast<int>(label.size()));
    out.Write(label);
    out.Blank(1);
    out.Write(label.empty() ? lines_.side : lines_.tick, kDim);
    if (range_.empty() && row == rows_ / 2) {
      constexpr std::string_view kNothing = "no data";
      out.Blank((columns_ - static_cast<int>(kNothing.size())) / 2);
      out.Write(columns_ >= static_cast<int>(kNothing.size()) ? kNothing : "", kDim);
    }
    for (int column = 0; column < columns_; ++column) {
      const PlotCell cell = plot_.At(column, row);
      if (cell.series < 0 && column == here_)
        out.Write(lines_.above_here, kDim);
      else if (cell.series < 0)
        out.Blank(1);
      else if (cell.marker || !options_.utf8)
        out.Write(style_.Marker(cell.series), style_.Color(cell.series));
      else
        out.Write(Braille(cell.braille), style_.Color(cell.series));
    }
    out.EndLine();
  }

  void DrawTimes(StyledLines& out) const {
    out.Blank(label_width_ + 1);
    out.Write(lines_.corner, kDim);
    std::vector<bool> is_tick(static_cast<std::size_t>(columns_));
    for (const TimeLabel& label : time_labels_)
      is_tick[static_cast<std::size_t>(label.tick)] = true;
    for (int column = 0; column < columns_; ++column)
      if (column == here_)
        out.Write(lines_.here, kBold);
      else
        out.Write(is_tick[static_cast<std::size_t>(column)] ? lines_.time_tick : lines_.floor,
                  kDim);
    out.EndLine();
    int column = 0;
    for (const TimeLabel& label : time_labels_) {
      out.Blank(label.at - column);
      out.Write(label.text);
      column = label.at + DisplayWidth(label.text);
    }
    out.EndLine();
  }

  const ChartOptions& options_;
  const std::string title_;
  const SeriesStyle style_;
  const LineGlyphs& lines_;
  const ChartLegend legend_;
  const int rows_;
  const ValueRange range_;
  const ValueAxis values_;
  const int label_width_;
  const int columns_;
  ChartPlot plot_;
  std::vector<TimeLabel> time_labels_;
  int here_ = -1;  // the column of the time to mark
};

}  // namespace

std::string DrawChart(std::span<const ChartSeries> series, const ChartTimes& times,
                      const ChartOptions& options) {
  ChartOptions clamped = options;
  clamped.width = std::max(options.width, kLeastWidth);
  clamped.height = std::max(options.height, kLeastHeight);
  return Chart(series, times, clamped).Draw();
}

}  // namespace fdr::tools
