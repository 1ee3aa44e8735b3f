// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/summary/peer_collection.h"

#include <algorithm>
#include <span>
#include <utility>

#include "fdr/replay/derive/typed_numbers.h"
#include "fdr/replay/derive/values.h"

namespace fdr::tools {

void PeerCollection::Add(PeerMetric metric) {
  if (by_id_.contains(metric.desc.id)) return;
  PeerMetric& added = metrics_.emplace_back(std::move(metric));
  by_id_.emplace(added.desc.id, &added);
}

void PeerCollection::Take(const FetchResult& record) {
  if (record.is_mark()) return Break(record.stamp());
  for (const FetchedSet& set : record.sets()) {
    const auto found = by_id_.find(set.id);
    if (found != by_id_.end() && set.status == SetStatus::kValues)
      TakeSet(record, set, *found->second);
  }
}

void PeerCollection::TakeSet(const FetchResult& record, const FetchedSet& set, PeerMetric& metric) {
  std::span<const FetchedValue> values =
      OperandValues(record, set, metric.desc.type, numbers_).list;
  const bool is_singular = metric.desc.indom.IsNull();
  if (is_singular && values.size() > 1) values = values.first(1);
  for (const FetchedValue& value : values) {
    // Old archives have other instances of metrics without instances.
    const InstanceId instance = is_singular ? kSingular : value.instance;
    const std::vector<InstanceId>& wanted = metric.wanted;
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), instance) == wanted.end())
      continue;
    const auto [place, is_new] = metric.places.try_emplace(instance, metric.instances.size());
    if (is_new) metric.instances.push_back({instance, PeerSeries(metric.rules, bins_)});
    const double number = WithNumberOf(
        metric.desc.type, [&]<class T>(T) { return static_cast<double>(NumberIn<T>(value)); });
    PeerSeries& series = metric.instances[place->second].series;
    is_second_ ? series.TakeAgain(record.stamp(), number) : series.Take(record.stamp(), number);
  }
}

void PeerCollection::Break(Timestamp stamp) {
  for (PeerMetric& metric : metrics_)
    for (PeerInstance& instance : metric.instances) instance.series.Break(stamp);
}

void PeerCollection::Finish(Timestamp end) {
  if (is_second_) return;
  for (PeerMetric& metric : metrics_)
    for (PeerInstance& instance : metric.instances) instance.series.Finish(end);
}

void PeerCollection::BeginAgain() {
  is_second_ = true;
  for (PeerMetric& metric : metrics_)
    for (PeerInstance& instance : metric.instances) instance.series.BeginAgain();
}

}  // namespace fdr::tools
