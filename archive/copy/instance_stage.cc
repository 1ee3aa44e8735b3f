// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/instance_stage.h"

#include <algorithm>
#include <utility>

namespace fdr {

// Null if the domain does not list it.
InstanceStage::Known* InstanceStage::Find(InDomId domain, InstanceId instance) {
  const auto members = members_.find(domain);
  if (members == members_.end()) return nullptr;
  const auto known = members->second.find(instance);
  return known == members->second.end() ? nullptr : &known->second;
}

bool InstanceStage::IsKept(InDomId domain, InstanceId instance) {
  const Known* const known = Find(domain, instance);
  return known != nullptr ? known->is_kept : keeps_(domain, instance, std::nullopt);
}

bool InstanceStage::KeepsValueOf(MetricId metric, InDomId domain, InstanceId instance) {
  Known* const known = Find(domain, instance);
  if (known == nullptr)
    return keeps_(domain, instance, std::nullopt) &&
           (!keeps_value_ || keeps_value_(metric, instance, std::nullopt));
  if (!known->is_kept || !keeps_value_) return known->is_kept;
  const auto [answer, is_new] = known->keeps_value.try_emplace(metric);
  if (is_new) answer->second = keeps_value_(metric, instance, known->name);
  return answer->second;
}

// A domain has a record for each change, with all members.  Only new ones are looked at.
Result<void> InstanceStage::AddInDom(const InDomRecord& record) {
  Members& old = members_[record.indom];
  Members now;
  InDomBuilder kept;
  bool any = false;
  for (const InDomEntry& entry : record.entries) {
    const auto found = old.find(entry.id);
    const bool is_same = found != old.end() && found->second.name == entry.name;
    Known known = is_same ? std::move(found->second)
                          : Known{.name = std::string(entry.name),
                                  .is_kept = keeps_(record.indom, entry.id, entry.name)};
    if (known.is_kept) kept.Add(entry.id, entry.name);
    any |= known.is_kept;
    now.insert_or_assign(entry.id, std::move(known));
  }
  old = std::move(now);
  // A record without members would leave those before in force, too.
  if (!any) return {};
  return next_.Add(MetadataRecord(kept.Build(record.stamp, record.indom, false)));
}

Result<void> InstanceStage::AddLabels(const LabelSetRecord& record) {
  LabelSetRecord kept = record;
  std::erase_if(kept.sets,
                [&](const LabelSet& set) { return !IsKept(InDomId{record.id}, set.instance); });
  if (kept.sets.empty() && !record.sets.empty()) return {};
  return next_.Add(MetadataRecord(std::move(kept)));
}

Result<void> InstanceStage::Add(const MetadataRecord& record) {
  if (const auto* const desc = std::get_if<DescRecord>(&record)) {
    if (domains_.contains(desc->desc.indom))
      metrics_.insert_or_assign(desc->desc.id, desc->desc.indom);
  } else if (const auto* const domain = std::get_if<InDomRecord>(&record)) {
    if (domains_.contains(domain->indom)) return AddInDom(*domain);
  } else if (const auto* const labels = std::get_if<LabelSetRecord>(&record)) {
    const bool of_instances = labels->level == static_cast<std::uint32_t>(LabelLevel::kInstances);
    if (of_instances && domains_.contains(InDomId{labels->id})) return AddLabels(*labels);
  }
  return next_.Add(record);
}

// Null if the set passes as it is.
const InDomId* InstanceStage::DomainOf(const ValueSet& set) const {
  const auto metric = set.size() > 0 ? metrics_.find(set.id()) : metrics_.end();
  return metric == metrics_.end() ? nullptr : &metric->second;
}

bool InstanceStage::KeepsAll(const ValueSet& set) {
  const InDomId* const domain = DomainOf(set);
  for (std::uint32_t i = 0; domain != nullptr && i < set.size(); ++i)
    if (!KeepsValueOf(set.id(), *domain, set.Instance(i))) return false;
  return true;
}

void InstanceStage::CopyKept(const ValueSet& set, InDomId domain) {
  bool has_begun = false;
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    if (!KeepsValueOf(set.id(), domain, set.Instance(i))) continue;
    if (!std::exchange(has_begun, true)) changed_.encoder().BeginSet(set.id(), set.format());
    if (set.in_place()) {
      changed_.encoder().AddInPlace(set.Instance(i), set.Word(i));
    } else {
      const ValueBlock block = set.Block(i);
      changed_.encoder().AddBlock(set.Instance(i), block.type, block.payload, block.padding);
    }
  }
}

Result<void> InstanceStage::Add(const CopiedRecord& record) {
  const auto sets = record.values.sets();
  if (std::ranges::all_of(sets, [this](const ValueSet& set) { return KeepsAll(set); }))
    return next_.Add(record);
  changed_.encoder().Begin(record.values.stamp());
  for (const ValueSet& set : sets) {
    const InDomId* const domain = DomainOf(set);
    if (domain == nullptr)
      changed_.encoder().CopySet(set);
    else
      CopyKept(set, *domain);
  }
  return changed_.PassTo(next_, record.version);
}

}  // namespace fdr
