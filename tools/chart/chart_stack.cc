// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/chart/chart_stack.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace fdr::tools {
namespace {

// The sum of large numbers is no number that an axis could show.
double SumOnAxis(double a, double b) {
  constexpr double kMost = std::numeric_limits<double>::max();
  return std::clamp(a + b, -kMost, kMost);
}

double HeightOf(const StackColumn& column) {
  double height = 0;
  for (const auto& edge : column)
    if (edge) height = std::max(height, std::fabs(edge->to));
  return height;
}

StackEdges Between(const StackEdges& a, const StackEdges& b, double part) {
  return {a.from * (1 - part) + b.from * part, a.to * (1 - part) + b.to * part};
}

// Straight edges in the columns between two samples that have no sample themselves.
void JoinStacks(const StackColumn& a, const StackColumn& b, int from, int to,
                std::vector<StackColumn>& columns) {
  const int length = std::abs(to - from), direction = to > from ? 1 : -1;
  for (int i = 1; i < length; ++i) {
    const int at = from + i * direction;
    StackColumn& column = columns[static_cast<std::size_t>(at)];
    for (std::size_t s = 0; s < column.size(); ++s)
      if (a[s] && b[s]) column[s] = Between(*a[s], *b[s], 1.0 * i / length);
  }
}

}  // namespace

void StackSample(const ChartPanel& panel, std::size_t sample,
                 std::vector<std::optional<StackEdges>>& edges) {
  edges.assign(panel.series.size(), std::nullopt);
  double above = 0, below = 0;
  for (std::size_t s = 0; s < edges.size(); ++s) {
    const auto& values = panel.series[s].values;
    const std::optional<double> value =
        sample < values.size() ? Drawable(values[sample]) : std::nullopt;
    if (!value) continue;
    double& end = *value < 0 ? below : above;
    const double from = end;
    end = SumOnAxis(end, *value);
    edges[s] = {from, end};
  }
}

std::vector<StackColumn> StackColumns(const ChartPanel& panel, const ChartTimes& times,
                                      const TimeAxis& axis, int columns) {
  const StackColumn empty(panel.series.size());
  std::vector<StackColumn> stacks(static_cast<std::size_t>(columns), empty);
  std::vector<StackColumn> highest = stacks;
  StackColumn before = empty, here;
  int before_column = -1;
  for (std::size_t i = 0; i < times.samples.size(); ++i) {
    StackSample(panel, i, here);
    const auto column =
        static_cast<int>(std::lround(axis.FractionOf(times.samples[i]) * (columns - 1)));
    if (before_column >= 0) JoinStacks(before, here, before_column, column, stacks);
    StackColumn& there = highest[static_cast<std::size_t>(column)];
    if (HeightOf(here) >= HeightOf(there)) there = here;
    before = here;
    before_column = column;
  }
  for (std::size_t column = 0; column < stacks.size(); ++column)
    for (std::size_t s = 0; s < empty.size(); ++s)
      if (highest[column][s]) stacks[column][s] = highest[column][s];
  return stacks;
}

std::vector<ChartBar> BarsOf(const ChartPanel& panel, const ChartTimes& times, const TimeAxis& axis,
                             int columns) {
  const std::size_t series = panel.series.size(), samples = times.samples.size();
  if (series == 0 || samples == 0) return {};
  const std::size_t room = static_cast<std::size_t>(columns) / (series + 1);  // and a gap
  const std::size_t slots = std::clamp(samples, std::size_t{1}, std::max(room, std::size_t{1}));
  std::vector<std::optional<double>> farthest(slots * series);
  for (std::size_t i = 0; i < samples; ++i) {
    const double place = axis.FractionOf(times.samples[i]) * static_cast<double>(slots);
    const std::size_t slot = std::min(static_cast<std::size_t>(place), slots - 1);
    for (std::size_t s = 0; s < series; ++s) {
      if (i >= panel.series[s].values.size()) continue;
      const std::optional<double> value = Drawable(panel.series[s].values[i]);
      std::optional<double>& most = farthest[slot * series + s];
      if (value && (!most || std::fabs(*value) > std::fabs(*most))) most = value;
    }
  }
  std::vector<ChartBar> bars;
  const double slot_width = 1.0 / static_cast<double>(slots);
  constexpr double kWidest = 0.06;  // a lone bar does not fill the chart
  const double bar_width = std::min(slot_width / (static_cast<double>(series) + 1), kWidest);
  for (std::size_t slot = 0; slot < slots; ++slot)
    for (std::size_t s = 0; s < series; ++s)
      if (const std::optional<double>& value = farthest[slot * series + s]) {
        const double middle = (static_cast<double>(slot) + 0.5) * slot_width;
        const double left =
            middle + (static_cast<double>(s) - static_cast<double>(series) / 2) * bar_width;
        bars.push_back({s, left, left + bar_width, *value});
      }
  return bars;
}

}  // namespace fdr::tools
