// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/summary/summary_rows.h"

#include <algorithm>

namespace fdr::tools {
namespace {

// A process that was there for a moment only is small, however busy it was.
double WholeOf(const SummaryRow& row) {
  const ValueDistribution& values = row.statistics->values();
  return values.Mean() * (values.weight() > 0 ? values.weight() : 1);
}

}  // namespace

void ChooseRows(const std::vector<Column>& columns, const ColumnStatistics& statistics,
                std::optional<std::uint64_t> top, Summary& summary) {
  std::vector<SummaryRow>& rows = summary.rows;
  for (std::size_t from = 0, to = 0; from < columns.size(); from = to) {
    const std::size_t first = rows.size();
    for (; to < columns.size() && columns[to].metric == columns[from].metric; ++to)
      if (const SeriesStatistics* of = statistics.Of(to)) rows.push_back({&columns[to], of});
    const std::size_t count = rows.size() - first;
    if (top.value_or(0) == 0 || count <= *top) continue;
    std::stable_sort(
        rows.begin() + static_cast<std::ptrdiff_t>(first), rows.end(),
        [](const SummaryRow& a, const SummaryRow& b) { return WholeOf(a) > WholeOf(b); });
    rows.resize(first + static_cast<std::size_t>(*top));
    summary.hidden_instances += count - static_cast<std::size_t>(*top);
  }
}

std::array<double, kSpreadParts> SpreadOf(const SeriesStatistics& statistics) {
  std::array<double, kSpreadParts> parts = {};
  const double low = statistics.min().value;
  // Halves, because the difference of two large numbers may be infinite.
  const double size = statistics.max().value / 2 - low / 2;
  const bool weighs = statistics.values().weight() > 0;
  for (const ValueBucket& bucket : statistics.values().buckets()) {
    const double place = size > 0 ? (bucket.Value() / 2 - low / 2) / size : 0;
    const auto part = static_cast<std::size_t>(std::max(place, 0.0) * kSpreadParts);
    parts[std::min(part, kSpreadParts - 1)] += weighs ? bucket.weight : bucket.count;
  }
  return parts;
}

}  // namespace fdr::tools
