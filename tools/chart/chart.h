// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Draws a line chart of several series as text, for a terminal.

#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fdr/archive/base/timestamp.h"

namespace fdr::tools {

struct ChartSeries {
  std::string name;
  /// One per sample; nullopt (or a value that is not finite) is a gap, which no line crosses.
  std::vector<std::optional<double>> values;
};

struct ChartTimes {
  /// When each sample was taken, in the order in which they are joined: forwards or backwards.
  std::span<const Timestamp> samples;
  /// What to write for a time below the axis; short, since there are several.
  std::function<std::string(Timestamp)> text;
};

struct ChartOptions {
  int width = 80;       ///< columns, at least 20; no line is longer
  int height = 16;      ///< lines, at least 5, with title and legend
  bool utf8 = true;     ///< Braille dots, 2 x 4 per character; otherwise ASCII
  bool color = false;   ///< 256 colours (ANSI sequences); otherwise markers tell the series apart
  bool binary = false;  ///< label values in Ki, Mi, ... instead of k, M, ...: for bytes
  std::string title = {};
  std::string unit = {};               ///< of the labels, shown beside the title
  std::optional<Timestamp> here = {};  ///< a time to mark, between the first and the last sample
};

/// The chart, every line with its newline.  All samples that share a column are drawn, so that a
/// peak of one sample stays visible.  Names may hold any characters.
std::string DrawChart(std::span<const ChartSeries> series, const ChartTimes& times,
                      const ChartOptions& options);

}  // namespace fdr::tools
