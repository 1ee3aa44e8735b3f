// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/metadata/domain_watch.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "fdr/logger/source/held_metadata.h"

namespace fdr {
namespace {

bool IsBefore(const NamedInstance& member, InstanceId id) { return member.id < id; }

}  // namespace

const NamedInstance* DomainWatch::Find(const std::vector<NamedInstance>& members, InstanceId id) {
  const auto at = std::lower_bound(members.begin(), members.end(), id, IsBefore);
  return at != members.end() && at->id == id ? &*at : nullptr;
}

bool DomainWatch::NeedsMembers(MetricId metric, InDomId indom, Timestamp stamp,
                               std::span<const FetchedValue> values) {
  if (values.empty()) return false;
  Domain& domain = domains_[indom];
  std::vector<InstanceId>& last = last_[metric];
  const auto is_same = [](const FetchedValue& value, InstanceId id) {
    return value.instance == id;
  };
  const bool has_changed =
      !std::equal(values.begin(), values.end(), last.begin(), last.end(), is_same);
  if (has_changed) {
    last.clear();
    for (const FetchedValue& value : values) last.push_back(value.instance);
  }
  if (domain.is_known && domain.looked_at == stamp) return false;  // asked already
  const auto is_stranger = [&](const FetchedValue& value) {
    return Find(domain.members, value.instance) == nullptr;
  };
  const bool needs_members =
      !domain.is_known || has_changed || std::any_of(values.begin(), values.end(), is_stranger);
  if (needs_members) domain.looked_at = stamp;
  domain.is_known |= needs_members;
  return needs_members;
}

void DomainWatch::ForgetAll() {
  for (auto& [indom, domain] : domains_) domain.is_known = false;
}

void DomainWatch::SetMembers(InDomId indom, std::vector<NamedInstance> members) {
  std::sort(members.begin(), members.end(),
            [](const NamedInstance& a, const NamedInstance& b) { return a.id < b.id; });
  Domain& domain = domains_[indom];
  held_ = held_ - MemoryFor(domain.before) + MemoryFor(members);
  domain.before = std::exchange(domain.members, std::move(members));
}

void DomainWatch::KeepMembers(InDomId indom, std::span<const FetchedValue> values) {
  Domain& domain = domains_[indom];
  std::vector<NamedInstance> strangers;
  for (const FetchedValue& value : values) {
    if (Find(domain.members, value.instance) != nullptr) continue;
    const NamedInstance* const known = Find(domain.before, value.instance);
    strangers.push_back(
        {value.instance, known != nullptr ? known->name : std::to_string(value.instance)});
  }
  if (strangers.empty()) return;
  const auto before = [](const NamedInstance& a, const NamedInstance& b) { return a.id < b.id; };
  const auto same = [](const NamedInstance& a, const NamedInstance& b) { return a.id == b.id; };
  std::sort(strangers.begin(), strangers.end(), before);
  strangers.erase(std::unique(strangers.begin(), strangers.end(), same), strangers.end());
  held_ += MemoryFor(strangers);
  const auto middle = static_cast<std::ptrdiff_t>(domain.members.size());
  std::move(strangers.begin(), strangers.end(), std::back_inserter(domain.members));
  std::inplace_merge(domain.members.begin(), domain.members.begin() + middle, domain.members.end(),
                     before);
}

InstanceList DomainWatch::Members(InDomId indom) const {
  InstanceList list;
  const auto domain = domains_.find(indom);
  if (domain == domains_.end()) return list;
  list.reserve(domain->second.members.size());
  for (const NamedInstance& member : domain->second.members)
    list.push_back({member.id, member.name});
  return list;
}

}  // namespace fdr
