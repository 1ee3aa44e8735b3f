// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/rewrite/label_places.h"

#include <algorithm>

namespace fdr {
namespace {

constexpr std::uint32_t kClusterMask = ~std::uint32_t{0x3ff};  // without the item

}  // namespace

std::uint32_t LabelIdOf(LabelLevel level, MetricId id) {
  if (level == LabelLevel::kDomain) return id.domain();
  return level == LabelLevel::kCluster ? id.value & kClusterMask : id.value;
}

LabelPlace PlaceOf(const LabelSetRecord& record) {
  const auto level = static_cast<LabelLevel>(record.level);
  std::uint32_t id = record.id;
  if (level == LabelLevel::kContext) id = kContextId;
  if (level == LabelLevel::kCluster) id &= kClusterMask;
  return {record.level, id};
}

bool LabelPlaces::Begin() {
  bool has_changes = false;
  for (const auto& [id, change] : table_.metrics()) {
    has_changes |= change->is_deleted || change->changes_id();
    // Even a deleted metric says that its agent had one.
    auto& agents = domains_[id.domain()];
    auto& clusters = clusters_[id.value & kClusterMask];
    if (change->is_deleted) continue;
    agents.insert(change->after.id.domain());
    clusters.insert(change->after.id.value & kClusterMask);
  }
  for (const auto& [id, change] : table_.domains())
    has_changes |=
        change->to() != id || change->copy() || change->changes_numbers() || table_.IsAbandoned(id);
  return has_changes;
}

std::vector<LabelPlace> LabelPlaces::All(LabelLevel level) const {
  const auto number = static_cast<std::uint32_t>(level);
  if (level == LabelLevel::kContext) return {{number, kContextId}};
  std::set<LabelPlace> owners;
  if (IsOfInDom(level)) {
    for (const auto& [id, change] : table_.domains())
      if (!id.IsNull()) owners.insert({number, id.value});
  } else {
    for (const auto& [id, change] : table_.metrics()) owners.insert({number, LabelIdOf(level, id)});
  }
  return {owners.begin(), owners.end()};
}

bool LabelPlaces::Fits(const LabelRule& rule, const LabelPlace& place) const {
  if (rule.level != LevelOf(place)) return false;
  switch (rule.level) {
    case LabelLevel::kContext:
      return true;
    case LabelLevel::kDomain:
      return place.id == rule.metric.domain;
    case LabelLevel::kCluster:
      return rule.metric.Matches(MetricId{place.id});
    case LabelLevel::kItem: {
      if (rule.metric.name.empty()) return rule.metric.Matches(MetricId{place.id});
      const MetricChange* const change = table_.Find(MetricId{place.id});
      return change != nullptr &&
             std::ranges::find(change->names, rule.metric.name) != change->names.end();
    }
    case LabelLevel::kInDom:
    case LabelLevel::kInstances:
      return rule.indom.Matches(InDomId{place.id});
  }
  return false;
}

bool LabelPlaces::FitsInstance(const LabelRule& rule, const LabelPlace& place,
                               InstanceId instance) const {
  if (rule.instance) return instance == *rule.instance;
  if (!rule.instance_name) return true;
  const DomainChange* const change = table_.Find(InDomId{place.id});
  return change != nullptr && change->FindName(*rule.instance_name) == instance;
}

std::vector<LabelPlace> LabelPlaces::TargetsOf(const LabelPlace& place) const {
  const LabelLevel level = LevelOf(place);
  std::vector<LabelPlace> targets;
  if (level == LabelLevel::kDomain || level == LabelLevel::kCluster) {
    const auto& places = level == LabelLevel::kDomain ? domains_ : clusters_;
    const auto found = places.find(place.id);
    if (found == places.end()) return {place};
    for (const std::uint32_t id : found->second) targets.push_back({place.level, id});
  } else if (level == LabelLevel::kItem) {
    const MetricChange* const change = table_.Find(MetricId{place.id});
    if (change == nullptr) return {place};
    if (!change->is_deleted) targets.push_back({place.level, change->after.id.value});
  } else if (IsOfInDom(level)) {
    const InDomId id{place.id};
    const DomainChange* const change = table_.Find(id);
    if (change == nullptr) return {place};
    if (!table_.IsAbandoned(id)) targets.push_back({place.level, change->to().value});
    if (change->copy()) targets.push_back({place.level, change->copy()->value});
  } else {
    targets.push_back(place);
  }
  return targets;
}

const DomainChange* LabelPlaces::InstancesOf(const LabelPlace& place,
                                             const LabelPlace& target) const {
  if (LevelOf(place) != LabelLevel::kInstances) return nullptr;
  const DomainChange* const change = table_.Find(InDomId{place.id});
  if (change == nullptr || !change->changes_numbers()) return nullptr;
  return change->copy().value_or(change->to()).value == target.id ? change : nullptr;
}

}  // namespace fdr
