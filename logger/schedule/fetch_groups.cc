// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/schedule/fetch_groups.h"

#include <unordered_map>

namespace fdr {
namespace {

// A group, with its instances of each domain.
struct Draft {
  FetchGroup group;
  std::unordered_map<InDomId, const std::vector<InstanceId>*> instances;

  bool Takes(const LoggedMetric& logged) const {
    if (group.metrics.size() == kMostMetricsOfFetch) return false;
    const auto known = instances.find(logged.metric.indom);
    return known == instances.end() || *known->second == logged.instances;
  }

  void Add(const LoggedMetric& logged) {
    const InDomId indom = logged.metric.indom;
    group.metrics.push_back(logged.metric.id);
    if (indom.IsNull() || !instances.emplace(indom, &logged.instances).second) return;
    if (logged.instances.empty()) return;  // all instances
    group.profile.Set(indom, false);
    group.profile.Include(indom, logged.instances);
  }
};

}  // namespace

std::vector<FetchGroup> GroupForFetches(std::span<const LoggedMetric> metrics) {
  std::vector<Draft> drafts;
  for (const LoggedMetric& logged : metrics) {
    std::size_t i = 0;
    while (i < drafts.size() && !drafts[i].Takes(logged)) ++i;
    if (i == drafts.size()) drafts.emplace_back();
    drafts[i].Add(logged);
  }
  std::vector<FetchGroup> groups;
  groups.reserve(drafts.size());
  for (Draft& draft : drafts) groups.push_back(std::move(draft.group));
  return groups;
}

}  // namespace fdr
