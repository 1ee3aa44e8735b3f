// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A chart: panels below each other, one for each unit, over one time axis.  What draws it (text in
// chart.h, pictures in chart_picture.h) decides nothing about values.

#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fdr/archive/base/timestamp.h"

namespace fdr::tools {

struct ChartSeries {
  std::string name;  ///< may hold any bytes
  /// One per sample; nullopt (or a value that is not finite) is a gap, which no line crosses.
  std::vector<std::optional<double>> values;
  bool steps = false;  ///< a value holds until the next one, so the line is never slanted
  /// The edges of a band around a line, one for each value; empty without a band.
  std::vector<std::optional<double>> low = {}, high = {};
};

enum class PanelKind {
  kLines,  ///< or steps, series by series
  kBars,   ///< beside each other, from zero
  kAreas,  ///< on top of each other
  kHeat,   ///< a row for each series, a colour for each value
};

struct ChartPanel {
  std::string title;
  std::string unit;  ///< of the values and the labels
  PanelKind kind = PanelKind::kLines;
  std::vector<ChartSeries> series;
};

struct ChartTimes {
  /// When each sample was taken, in the order in which they are joined: forwards or backwards.
  std::span<const Timestamp> samples;
  /// What to write for a time below the axis; short, since there are several.
  std::function<std::string(Timestamp)> text;
  /// The time of a cursor.
  std::optional<Timestamp> here = {};
};

struct ValueRange {
  double low = 0, high = 0;
};

/// What a series covers at a sample: its band, or only its value.
std::optional<ValueRange> BandAt(const ChartSeries& series, std::size_t sample);

/// "disk.dev.read (/s)"
std::string PanelTitle(const ChartPanel& panel);

/// The value as it is drawn.  A value that is not finite is a gap.  A value too small for the
/// arithmetic of the axis is zero.
std::optional<double> Drawable(const std::optional<double>& value);

/// What the value axis has to show; nullopt without values.  Bars and areas begin at zero.
std::optional<ValueRange> RangeOf(const ChartPanel& panel, std::size_t samples);

/// The value of each series at the sample that is nearest to the cursor.
std::vector<std::optional<double>> ValuesAtCursor(const ChartPanel& panel, const ChartTimes& times);

/// "12.3 MiB/s", with three digits.
std::string ValueText(double value, const std::string& unit);

}  // namespace fdr::tools
