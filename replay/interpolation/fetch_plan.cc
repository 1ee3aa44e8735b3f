// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/interpolation/fetch_plan.h"

#include <algorithm>

namespace fdr {

void FetchPlan::Request(std::span<const MetricId> metrics, const Profile& profile) {
  if (profile != profile_) {
    profile_ = profile;
    for (auto& [id, domain] : domains_) domain.Apply(profile_);
    Forget();
  }
  if (std::equal(metrics.begin(), metrics.end(), request_.begin(), request_.end())) return;
  request_.clear();  // first: if an exception follows, nothing matches requested_
  requested_.clear();
  for (const MetricId id : metrics) {
    auto planned = by_id_.find(id);
    if (planned == by_id_.end())
      planned = by_id_.emplace(id, &metrics_.emplace_back(Plan(id))).first;
    requested_.push_back(planned->second);
  }
  distinct_ = requested_;
  std::ranges::sort(distinct_, {}, [](const PlannedMetric* metric) { return metric->desc.id; });
  distinct_.erase(std::unique(distinct_.begin(), distinct_.end()), distinct_.end());
  request_.assign(metrics.begin(), metrics.end());
}

PlannedMetric FetchPlan::Plan(MetricId id) {
  const Desc* const desc = timeline_->metadata().FindDesc(id);
  PlannedMetric metric(desc != nullptr ? *desc : Desc());
  metric.desc.id = id;
  if (desc == nullptr) return metric;
  metric.domain = DomainOf(desc->indom);
  const std::size_t slots = metric.domain->size();
  for (Bounds& bounds : metric.bounds) bounds.Resize(slots);
  for (SideSearch& search : metric.search) search.is_searched.resize(slots);
  if (metric.IsOpaque()) metric.payloads.resize(slots);
  return metric;
}

PlannedDomain* FetchPlan::DomainOf(InDomId indom) {
  const auto [domain, is_new] = domains_.try_emplace(indom);
  if (!is_new) return &domain->second;
  if (indom.IsNull())
    domain->second = PlannedDomain::Singular();
  else if (const InDomHistory* history = timeline_->metadata().FindInDom(indom))
    domain->second = PlannedDomain(*history, scale_);
  domain->second.Apply(profile_);
  return &domain->second;
}

}  // namespace fdr
