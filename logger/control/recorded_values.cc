// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/control/recorded_values.h"

#include <algorithm>

namespace fdr {

void RecordedValues::Add(const FetchedSet& set, std::span<const FetchedValue> values,
                         const Profile& profile, InDomId indom) {
  std::vector<Instance>& known = metrics_[set.id];
  for (Instance& instance : known)
    if (instance.id == kSingular || profile.Includes(indom, instance.id))
      instance.is_present = false;
  std::vector<Instance> added;
  for (const FetchedValue& value : values) {
    const auto at = std::ranges::lower_bound(known, value.instance, {}, &Instance::id);
    if (at != known.end() && at->id == value.instance)
      at->is_present = true;
    else
      added.push_back({value.instance, true});
  }
  if (added.empty()) return;
  known.insert(known.end(), added.begin(), added.end());
  std::ranges::sort(known, {}, &Instance::id);
  if (known.size() > kMostInstances)
    std::erase_if(known, [](const Instance& instance) { return !instance.is_present; });
}

std::span<const RecordedValues::Instance> RecordedValues::Of(MetricId metric) const {
  const auto found = metrics_.find(metric);
  if (found == metrics_.end()) return {};
  return found->second;
}

const RecordedValues::Instance* RecordedValues::Find(MetricId metric, InstanceId instance) const {
  const std::span<const Instance> all = Of(metric);
  const auto at = std::ranges::lower_bound(all, instance, {}, &Instance::id);
  return at != all.end() && at->id == instance ? &*at : nullptr;
}

}  // namespace fdr
