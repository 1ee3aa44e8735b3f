// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/true_extremes.h"

#include "fdr/replay/copy/thin/true_extremes.h"

namespace fdr::tools {
namespace {

Column EdgeOf(const Column& of, std::size_t place, const ExtremeMetric& extreme, bool is_upper) {
  Column edge = ColumnOf(extreme.name, extreme.desc, false);
  edge.id = of.id;
  edge.instance = of.instance;
  if (!of.is_rate) edge.scale = of.scale;
  edge.edge = ColumnEdge{place, is_upper};
  return edge;
}

}  // namespace

void AddExtremes(Context& values, std::vector<Column>& columns) {
  const std::size_t count = columns.size();
  // Columns of one metric follow one another.
  std::vector<ShownMetric> metrics;
  std::vector<std::size_t> metric_of(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (i == 0 || columns[i].metric != columns[i - 1].metric)
      metrics.push_back({columns[i].metric, columns[i].desc, columns[i].is_rate});
    metric_of[i] = metrics.size() - 1;
  }
  const std::vector<TrueExtremes> extremes = FindExtremes(values, metrics);
  for (const bool is_upper : {false, true})
    for (std::size_t i = 0; i < count; ++i) {
      const TrueExtremes& of = extremes[metric_of[i]];
      if (const auto& extreme = is_upper ? of.max : of.min)
        columns.push_back(EdgeOf(columns[i], i, *extreme, is_upper));
    }
}

}  // namespace fdr::tools
