// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The legend of a panel: a marker and a name for each series, in columns as `ls` has them.  With a
// cursor, each name is followed by the value there.

#pragma once

#include <string>
#include <vector>

#include "fdr/tools/chart/chart.h"
#include "fdr/tools/chart/chart_style.h"

namespace fdr::tools {

class ChartLegend {
 public:
  /// Takes at most `most_lines` (1 or more).  Names are cut to fit more columns; if that is not
  /// enough, the last names are only counted.  Takes no line if no series has a name or a value.
  ChartLegend(const ChartPanel& panel, const ChartTimes& times, int most_lines,
              const ChartOptions& options);

  int lines() const { return lines_; }
  void Draw(const SeriesStyle& style, StyledLines& out) const;

 private:
  std::vector<std::string> names_;  // those shown, cut
  std::string rest_;                // how many are not; empty if none
  int lines_ = 0;
  int columns_ = 1;
  int name_width_ = 0;
};

}  // namespace fdr::tools
