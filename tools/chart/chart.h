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
  int width = 80;       ///< columns that no line exceeds; at least 20
  int height = 16;      ///< lines, exactly, title and legend included; at least 5
  bool utf8 = true;     ///< dots of Braille, a grid of 2 x 4 per character; else ASCII
  bool color = false;   ///< ANSI sequences, 256 colours; else markers tell the series apart
  bool binary = false;  ///< label values in Ki, Mi, ... instead of k, M, ...: they are bytes
  std::string title = {};
  std::string unit = {};  ///< of the labels, shown beside the title
};

/// The chart, every line with its newline.  Of samples that share a column all are drawn, so that a
/// peak of a single one is seen.  Names may hold anything.
std::string DrawChart(std::span<const ChartSeries> series, const ChartTimes& times,
                      const ChartOptions& options);

}  // namespace fdr::tools
