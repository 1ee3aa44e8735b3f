// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/metric_stage.h"

namespace fdr {
namespace {

constexpr std::uint32_t kClusterMask = ~std::uint32_t{0x3ff};  // without the item

}  // namespace

MetricStage::MetricStage(std::span<const Desc> all, const std::unordered_set<MetricId>& chosen,
                         CopySink& next)
    : next_(next) {
  // Values without a descriptor could not be read.
  std::unordered_set<std::uint32_t> with_events;
  for (const Desc& desc : all) {
    if (!chosen.contains(desc.id)) continue;
    chosen_.insert(desc.id);
    if (IsEvent(desc.type)) with_events.insert(desc.id.domain());
  }
  for (const Desc& desc : all)
    if (chosen_.contains(desc.id) || with_events.contains(desc.id.domain())) Describe(desc);
}

void MetricStage::Describe(const Desc& desc) {
  described_.insert(desc.id);
  domains_.insert(desc.indom);
  agents_.insert(desc.id.domain());
  clusters_.insert(desc.id.value & kClusterMask);
}

bool MetricStage::IsWanted(const TextRecord& record) const {
  return !IsKnown(record.kind) || IsOfMetric(record.kind) ? described_.contains(MetricId{record.id})
                                                          : domains_.contains(InDomId{record.id});
}

bool MetricStage::IsWanted(const LabelSetRecord& record) const {
  switch (static_cast<LabelLevel>(record.level)) {
    case LabelLevel::kContext:
      return true;
    case LabelLevel::kDomain:
      return agents_.contains(record.id);
    case LabelLevel::kCluster:
      return clusters_.contains(record.id & kClusterMask);
    case LabelLevel::kItem:
      return described_.contains(MetricId{record.id});
    case LabelLevel::kInDom:
    case LabelLevel::kInstances:
      return domains_.contains(InDomId{record.id});
  }
  return true;
}

Result<void> MetricStage::Add(const MetadataRecord& record) {
  const bool is_wanted = std::visit([this](const auto& r) { return IsWanted(r); }, record);
  return is_wanted ? next_.Add(record) : Result<void>();
}

Result<void> MetricStage::Add(const CopiedRecord& record) {
  if (record.values.is_mark()) return next_.Add(record);
  std::size_t wanted = 0;
  for (const ValueSet& set : record.values.sets()) wanted += chosen_.contains(set.id()) ? 1 : 0;
  if (wanted == 0) return {};
  if (wanted == record.values.sets().size()) return next_.Add(record);
  changed_.encoder().Begin(record.values.stamp());
  for (const ValueSet& set : record.values.sets())
    if (chosen_.contains(set.id())) changed_.encoder().CopySet(set);
  return changed_.PassTo(next_, record.version);
}

}  // namespace fdr
