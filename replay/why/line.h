// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The course of a number: a value for each cell of a grid.

#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "fdr/replay/why/time_grid.h"

namespace fdr::why {

/// Not a number where nothing is known.  Empty if the recording does not have it.
using Line = std::vector<float>;

inline constexpr float kUnknown = std::numeric_limits<float>::quiet_NaN();

/// The value that this part of the known cells does not exceed; nothing known: 0.  `part`: from 0
/// to 1.
double QuantileOf(const Line& line, double part);
/// The median of the cells outside of a range; without any, 0.
double UsualOutside(const Line& line, const CellRange& range);
/// The mean of the known cells of a range; 0 if none is known.
double MeanIn(const Line& line, const CellRange& range);
/// The extremes of the known cells; 0 if none is known.
double LargestIn(const Line& line, const CellRange& range);
double LeastIn(const Line& line, const CellRange& range);

/// The line of `f(values...)` of lines of one size; unknown where one of them is.
template <class F, class... Lines>
Line Combine(F f, const Line& first, const Lines&... more) {
  Line line(first.size(), kUnknown);
  for (std::size_t i = 0; i < line.size(); ++i)
    if (!std::isnan(first[i]) && (!std::isnan(more[i]) && ...)) line[i] = f(first[i], more[i]...);
  return line;
}

/// The sum of those that are recorded.
Line SumOf(const Line& a, const Line& b);

/// Lines with "no such metric" as zero.
inline float At(const Line& line, std::size_t i) {
  return line.empty() || std::isnan(line[i]) ? 0 : line[i];
}

}  // namespace fdr::why
