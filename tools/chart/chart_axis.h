// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The two axes of a chart: where values and times lie, and what is written beside them.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "fdr/archive/base/timestamp.h"
#include "fdr/tools/chart/chart_model.h"

namespace fdr::tools {

/// Rows count upwards from 0, the bottom one.
struct ValueAxis {
  std::vector<std::string> labels;  ///< one per row, empty between ticks; ASCII
  double factor = 1;                ///< of the prefix, or of the power of ten, in the labels
  double bottom = 0;                ///< the value of row 0, divided by `factor`, ...
  double per_row = 1;               ///< ... and how much more each row above it is

  /// How many rows above the bottom row `value` lies: 0 to rows - 0.5 for values from `low` to
  /// `high`.
  double RowOf(double value) const { return (value / factor - bottom) / per_row; }
};

/// An axis of `rows` (2 or more) rows for values from `low` to `high` (finite), which fill the axis
/// as well as round ticks allow.  It starts at zero unless the values are far from zero, compared
/// with their spread.
ValueAxis ChooseValueAxis(double low, double high, int rows);

/// "12.3k": with three digits, and a prefix or a power of ten where they help.
std::string PrefixedNumber(double value);

/// From the earliest to the latest of the samples, whatever their order.
class TimeAxis {
 public:
  explicit TimeAxis(std::span<const Timestamp> samples);

  /// 0 at the left end to 1 at the right; 0.5 if there is only one time.
  double FractionOf(Timestamp stamp) const;
  /// The time at a fraction, to the nanosecond.
  Timestamp At(double fraction) const;

  bool empty() const { return empty_; }
  bool has_length() const { return seconds_ > 0; }

 private:
  bool empty_;
  Timestamp first_, last_;
  double seconds_ = 0;
};

struct TimeLabel {
  int tick = 0;  ///< column of the plot that the label marks
  int at = 0;    ///< column of the line where its text starts
  std::string text;
};

/// Labels for a plot that takes `columns` columns at the right end of a line of `width`: at both
/// ends, and at as many of the halves, quarters, ... as fit.
std::vector<TimeLabel> PlaceTimeLabels(const TimeAxis& axis, const ChartTimes& times, int columns,
                                       int width, bool utf8);

}  // namespace fdr::tools
