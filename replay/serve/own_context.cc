// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/own_context.h"

#include <optional>
#include <utility>

#include "fdr/replay/sources/pdu/collector_error.h"

namespace fdr {
namespace {

OwnMetrics WithoutThoseOf(Context& source, OwnMetrics own) {
  std::erase_if(own.metrics, [&](const OwnMetric& metric) {
    return source.Find(metric.name).has_value() || source.DescOf(metric.desc.id).has_value();
  });
  return own;
}

}  // namespace

OwnContext::OwnContext(Context& source, OwnMetrics own, std::function<Timestamp()> now)
    : ForwardingContext(source),
      own_(WithoutThoseOf(source, std::move(own)), std::move(now)),
      joined_(source, own_,
              {.has_metric = [this](MetricId id) { return IsOwn(id); },
               .has_indom = [this](InDomId indom) { return own_.Domain(indom) != nullptr; }}) {}

StoreAnswer OwnContext::Store(std::uint32_t client, const FetchResult& values) {
  StoreAnswer answer = 0;
  for (const FetchedSet& set : values.sets())
    if (const StoreAnswer one = StoreSet(client, values, set); one != 0) answer = one;
  return answer;
}

StoreAnswer OwnContext::StoreSet(std::uint32_t client, const FetchResult& values,
                                 const FetchedSet& set) {
  const OwnMetric* own = own_.Metric(set.id);
  if (own == nullptr || !own->store) return kPcpPermission;
  for (const FetchedValue& value : values.Values(set)) {
    const std::optional<OwnValue> stored = OwnValueOf(value, own->desc.type);
    if (!stored) return kPcpType;
    if (const StoreAnswer answer = own->store(client, *stored); answer != 0) return answer;
  }
  return 0;
}

}  // namespace fdr
