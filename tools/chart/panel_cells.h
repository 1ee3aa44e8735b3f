// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a panel shows in each cell of a terminal, right of its value axis.

#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "fdr/tools/chart/chart.h"
#include "fdr/tools/chart/chart_axis.h"
#include "fdr/tools/chart/chart_style.h"

namespace fdr::tools {

struct PanelCell {
  std::string text;  ///< one column wide; empty if there is nothing
  std::string_view style = kPlain;
};

class PanelCells {
 public:
  virtual ~PanelCells() = default;
  PanelCells() = default;
  PanelCells(const PanelCells&) = delete;
  PanelCells& operator=(const PanelCells&) = delete;

  /// `row` counts from the bottom.
  virtual PanelCell At(int column, int row) const = 0;
};

struct PanelSpace {
  int columns = 0, rows = 0;
  bool utf8 = true, color = false;
};

/// All of these borrow nothing.  `style` is copied.
std::unique_ptr<PanelCells> MakePanelCells(const ChartPanel& panel, const ChartTimes& times,
                                           const TimeAxis& time, const ValueAxis& values,
                                           const SeriesStyle& style, const PanelSpace& space);

/// The character of a level of a heat map, from 0 to 7.
PanelCell HeatGlyph(int level, bool utf8);
inline constexpr int kHeatGlyphs = 8;

}  // namespace fdr::tools
