// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where stacked areas and bars lie.
//
//   user 3, sys 2, guest -1:    user from 0 to 3, sys from 3 to 5, guest from 0 to -1

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "fdr/tools/chart/chart_axis.h"
#include "fdr/tools/chart/chart_model.h"

namespace fdr::tools {

struct StackEdges {
  double from = 0, to = 0;
};

/// The edges of each series at a sample; a series without a value takes no place.
void StackSample(const ChartPanel& panel, std::size_t sample,
                 std::vector<std::optional<StackEdges>>& edges);

/// The edges of each series in each of `columns` columns.  If a column has several samples, the
/// highest stack is taken, so that a peak stays visible; between samples, edges are straight.
using StackColumn = std::vector<std::optional<StackEdges>>;
std::vector<StackColumn> StackColumns(const ChartPanel& panel, const ChartTimes& times,
                                      const TimeAxis& axis, int columns);

/// A bar, from zero to its value; places as parts of the time axis.
struct ChartBar {
  std::size_t series = 0;
  double left = 0, right = 0;
  double value = 0;
};

/// The bars of a sample stand beside each other.  If there is not a column for each, several
/// samples share a bar, which shows their value farthest from zero.
std::vector<ChartBar> BarsOf(const ChartPanel& panel, const ChartTimes& times, const TimeAxis& axis,
                             int columns);

}  // namespace fdr::tools
