// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/replay/top_columns.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "fdr/tools/summary/window_statistics.h"

namespace fdr::tools {

void KeepTopColumns(const TopInstances& top, ArchiveContext& archive, Context& values,
                    const StatisticsWindow& window, DamageReport& damage,
                    std::vector<Column>& columns) {
  std::vector<Column> compared;
  std::ranges::copy_if(columns, std::back_inserter(compared),
                       [&](const Column& column) { return column.metric == top.metric; });
  if (compared.empty()) return;
  const auto statistics = ReadStatistics(archive, values, compared, window, damage, true);
  std::vector<std::pair<double, InstanceId>> largest;
  for (std::size_t i = 0; i < compared.size(); ++i)
    if (const SeriesStatistics* series = statistics->Of(i))
      largest.emplace_back(series->values().Mean() * statistics->PresenceOf(i), compared[i].id);
  std::ranges::stable_sort(largest, std::ranges::greater(), &std::pair<double, InstanceId>::first);
  if (largest.size() > top.count) largest.resize(top.count);
  std::set<InstanceId> kept;
  for (const auto& [size, instance] : largest) kept.insert(instance);
  const InDomId indom = compared.front().desc.indom;
  std::erase_if(columns, [&](const Column& column) {
    return column.id != kSingular && column.desc.indom == indom && !kept.contains(column.id);
  });
}

}  // namespace fdr::tools
