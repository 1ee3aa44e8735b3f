// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/names/activity.h"

#include <algorithm>
#include <map>

#include "fdr/archive/base/error.h"
#include "fdr/replay/statistics/change.h"
#include "fdr/replay/statistics/little_amount.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kMostSeries = 1'000'000;
// Of a larger domain, such as processes, only members that existed at one of these moments matter:
// one that is there for a sixteenth of the window is among them.
constexpr std::size_t kSmallDomain = 1000;
constexpr int kMoments = 16;

std::vector<NamedInstance> MembersOf(ArchiveContext& archive, InDomId indom,
                                     const StatisticsWindow& window) {
  std::map<InstanceId, NamedInstance> members;
  for (int i = 0; i < kMoments; ++i) {
    auto there = archive.InstancesAt(indom, window.At((i + 0.5) / kMoments));
    if (!there) return {};
    for (NamedInstance& member : *there) members.emplace(member.id, std::move(member));
  }
  std::vector<NamedInstance> names;
  names.reserve(members.size());
  for (auto& [id, member] : members) names.push_back(std::move(member));
  return names;
}

double ChangeOfColumn(const Column& column, const SeriesStatistics* statistics,
                      const StatisticsWindow& window) {
  if (statistics == nullptr) return 0;
  return ChangeOf(*statistics, window,
                  {LittleOf(column.desc, column.is_rate), IsAmount(column.desc)});
}

}  // namespace

Result<void> ActivitySearch::AddColumns(ArchiveContext& archive, const StatisticsWindow& window,
                                        const MetricInfo& metric) {
  if (!IsNumeric(metric.desc.type)) return {};
  Column column = ColumnOf(metric.name, metric.desc, false);
  const auto add = [&] {
    columns_.push_back(column);
    metric_of_column_.push_back(&metric);
  };
  if (metric.desc.indom.IsNull()) {
    add();
    return {};
  }
  if (metric.instances == nullptr) return {};
  const bool is_small = metric.instances->size() <= kSmallDomain;
  const InDomId indom = metric.desc.indom;
  if (!is_small && !members_.contains(indom))
    members_.emplace(indom, MembersOf(archive, indom, window));
  for (const NamedInstance& instance : is_small ? *metric.instances : members_.at(indom)) {
    column.id = instance.id;
    column.instance = instance.name;
    add();
  }
  if (columns_.size() <= kMostSeries) return {};
  return Fail(Errc::kInvalidArgument,
              "--active reads 1,000,000 series at most: name some metrics, such as kernel or disk");
}

Result<void> ActivitySearch::Read(ArchiveContext& archive, Context& values,
                                  const StatisticsWindow& window,
                                  const std::vector<MetricInfo>& metrics, DamageReport& damage,
                                  bool quiet) {
  for (const MetricInfo& metric : metrics)
    if (Result<void> added = AddColumns(archive, window, metric); !added) return added;
  statistics_ = ReadStatistics(archive, values, columns_, window, damage, quiet);
  std::map<const MetricInfo*, Activity> largest;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const SeriesStatistics* const of = statistics_->Of(i);
    const double change = ChangeOfColumn(columns_[i], of, window);
    Activity& activity = largest[metric_of_column_[i]];
    if (change > activity.change) activity = {metric_of_column_[i], &columns_[i], of, change};
  }
  for (const auto& [metric, activity] : largest)
    if (activity.change > 0) found_.push_back(activity);
  std::ranges::sort(found_, [](const Activity& a, const Activity& b) {
    return a.change != b.change ? a.change > b.change : a.metric->name < b.metric->name;
  });
  return {};
}

}  // namespace fdr::tools
