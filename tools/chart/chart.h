// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Draws a chart as text, for a terminal.

#pragma once

#include <span>
#include <string>

#include "fdr/tools/chart/chart_model.h"

namespace fdr::tools {

struct ChartOptions {
  int width = 80;      ///< columns, at least 20; no line is longer
  int height = 16;     ///< lines, at least 5, with titles and legends
  bool grows = false;  ///< more lines, if it takes more to name all series
  bool utf8 = true;    ///< Braille dots, 2 x 4 per character, and blocks; otherwise ASCII
  bool color = false;  ///< 256 colours (ANSI sequences); otherwise markers tell the series apart
};

/// The chart, every line with its newline.  All samples that share a column are drawn, so that a
/// peak of one sample stays visible.  Panels that do not fit are counted.  If the times have a
/// cursor, its place is marked, and the legend has the values there.
std::string DrawChart(std::span<const ChartPanel> panels, const ChartTimes& times,
                      const ChartOptions& options);

}  // namespace fdr::tools
