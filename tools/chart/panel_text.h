// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One panel of a chart as lines of text: title, rows, and legend.  Made in two steps, since all
// panels have their value axes at the same column.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/chart/chart.h"
#include "fdr/tools/chart/chart_axis.h"
#include "fdr/tools/chart/chart_legend.h"
#include "fdr/tools/chart/chart_style.h"
#include "fdr/tools/chart/panel_cells.h"

namespace fdr::tools {

struct LineGlyphs {
  std::string_view side, tick, corner, floor, time_tick, here, above_here;
};
const LineGlyphs& GlyphsFor(bool utf8);

/// Where the parts of all panels are.
struct ChartColumns {
  int labels = 0;  ///< the width of what stands left of the value axis
  int plot = 0;
  int here = -1;  ///< the column of the plot with the cursor, or -1
};

class PanelText {
 public:
  /// `lines`: of title, rows and legend together.
  PanelText(const ChartPanel& panel, const ChartTimes& times, const ChartOptions& options,
            int lines, bool has_title, int most_legend_lines);

  int label_width() const;
  int rows() const { return rows_; }

  void Plot(const ChartColumns& columns, const TimeAxis& axis);
  void DrawTitle(StyledLines& out) const;
  void DrawRows(StyledLines& out) const;
  void DrawLegend(StyledLines& out) const;

  /// How many lines a legend of all names takes, and a panel that shows all that it has.
  static int LegendLines(const ChartPanel& panel, const ChartTimes& times,
                         const ChartOptions& options);

 private:
  void DrawRow(int row, StyledLines& out) const;
  void LabelHeatRows(int most_width);

  const ChartPanel& panel_;
  const ChartTimes& times_;
  const ChartOptions& options_;
  const LineGlyphs& glyphs_;
  std::string title_;
  SeriesStyle style_;
  std::optional<ChartLegend> legend_;  // a heat map has a scale instead
  int rows_;
  std::optional<ValueRange> range_;
  ValueAxis values_;
  std::vector<std::string> row_labels_;  // by row, from the bottom
  ChartColumns columns_;
  std::unique_ptr<PanelCells> cells_;
};

}  // namespace fdr::tools
