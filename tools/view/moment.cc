// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/moment.h"

#include <algorithm>
#include <cmath>

namespace fdr::tools {

std::vector<WatchedMetric> WatchMetrics(Context& context, std::span<const std::string> names) {
  std::vector<WatchedMetric> known;
  const auto ids = context.Find(names);
  if (!ids) return known;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (const Result<MetricId>& id = (*ids)[i])
      if (const Result<Desc> desc = context.DescOf(*id)) known.push_back({names[i], *id, *desc});
  return known;
}

Result<WatchedValues> WatchedValues::Read(Context& context, std::span<const WatchedMetric> metrics,
                                          const Moment& moment) {
  WatchedValues values(metrics, moment);
  const bool compares = !moment.after_gap && moment.before < moment.now;
  const auto step = std::llround(moment.Seconds() * kNanosPerSecond);
  const Timestamp start = compares ? moment.before : moment.now;
  if (const auto set = context.SetMode(Mode::kInterpolated, start, std::max<std::int64_t>(step, 1));
      !set)
    return Fail(set.error());
  if (compares)
    if (const Result<void> read = values.Fetch(context, values.before_); !read)
      return Fail(read.error());
  if (const Result<void> read = values.Fetch(context, values.now_); !read)
    return Fail(read.error());
  return values;
}

Result<void> WatchedValues::Fetch(Context& context, std::vector<Values>& values) const {
  std::vector<MetricId> ids;
  for (const WatchedMetric& metric : metrics_) ids.push_back(metric.id);
  if (ids.empty()) return {};
  FetchResult result;
  const Result<bool> fetched = context.Fetch(ids, result);
  if (!fetched) return Fail(fetched.error());
  if (!*fetched) return {};  // outside of the archive
  for (std::size_t i = 0; i < result.sets().size(); ++i)
    for (const FetchedValue& value : result.Values(result.sets()[i]))
      values[i].emplace(value.instance, CellOf(value, metrics_[i].desc));
  return {};
}

Cell WatchedValues::Recorded(std::size_t metric, InstanceId instance) const {
  if (metric >= now_.size()) return {};
  const auto now = now_[metric].find(instance);
  return now == now_[metric].end() ? Cell() : now->second;
}

Cell WatchedValues::Value(std::size_t metric, InstanceId instance) const {
  const Cell now = Recorded(metric, instance);
  if (now.index() == 0 || !metrics_[metric].IsCounter()) return now;
  const auto before = before_[metric].find(instance);
  if (before == before_[metric].end()) return {};
  return Rate(metrics_[metric].desc.type, before->second, now, moment_.Seconds(), 1);
}

std::vector<InstanceId> WatchedValues::Instances(std::size_t metric) const {
  std::vector<InstanceId> instances;
  if (metric >= now_.size()) return instances;
  for (const auto& [instance, value] : now_[metric]) instances.push_back(instance);
  std::ranges::sort(instances);
  return instances;
}

}  // namespace fdr::tools
