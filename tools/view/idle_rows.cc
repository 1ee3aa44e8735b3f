// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/idle_rows.h"

namespace fdr::tools {
namespace {

// By the place of the metric and by instance.
using RecordedNumbers = std::map<std::pair<std::size_t, InstanceId>, double>;

Result<RecordedNumbers> ReadRecord(Context& context, std::span<const WatchedMetric> metrics,
                                   Mode mode, Timestamp origin) {
  RecordedNumbers values;
  std::vector<MetricId> ids;
  for (const WatchedMetric& metric : metrics) ids.push_back(metric.id);
  if (const Result<void> set = context.SetMode(mode, origin); !set) return Fail(set.error());
  FetchResult result;
  const Result<bool> fetched = context.Fetch(ids, result);
  if (!fetched) return Fail(fetched.error());
  if (!*fetched || result.is_mark()) return values;
  for (std::size_t i = 0; i < metrics.size(); ++i)
    for (const FetchedValue& value : result.Values(result.sets()[i]))
      if (const auto number = value.Number(metrics[i].desc.type))
        values.emplace(std::pair(i, value.instance), *number);
  return values;
}

}  // namespace

Result<void> IdleRows::Read(Context& context, std::span<const WatchedMetric> metrics,
                            Timestamp start, Timestamp end) {
  if (start == start_ && end == end_) return {};
  start_ = start;
  end_ = end;
  idle_.clear();
  if (metrics.empty()) return {};
  const auto first = ReadRecord(context, metrics, Mode::kForward, start);
  if (!first) return Fail(first.error());
  const auto last = ReadRecord(context, metrics, Mode::kBackward, end);
  if (!last) return Fail(last.error());
  for (const auto& [place, number] : *first) {
    const auto later = last->find(place);
    const bool is_same = later != last->end() && later->second == number;
    if (is_same && metrics[place.first].IsCounter()) idle_.emplace(place, number);
  }
  return {};
}

}  // namespace fdr::tools
