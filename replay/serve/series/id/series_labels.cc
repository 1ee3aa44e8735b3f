// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/id/series_labels.h"

#include "fdr/replay/host_label.h"
#include "fdr/replay/labels/label_levels.h"

namespace fdr {
namespace {

bool IsIntrinsic(const LabelEntry& place, const char*) {
  return (place.flags & kLabelOptional) == 0;
}

LabelMerger Intrinsic() { return LabelMerger(kMaxLabelJson, IsIntrinsic); }

// Whether there are just no labels.
bool IsNoLabels(const Error& error) {
  return error.code == Errc::kNotFound || error.code == Errc::kRefused || error.pcp_error != 0;
}

}  // namespace

bool AddLabels(const OwnedLabelSet& set, LabelMerger& merger) {
  if (set.code < 0 || set.entries.empty()) return true;
  return merger.Add(LabelsIn(set.json, set.entries), set.json.c_str());
}

const std::string& InstanceLabels::Of(InstanceId instance) const {
  const auto own = own_.find(instance);
  return own == own_.end() ? common_ : own->second.second;
}

const OwnedLabelSet* InstanceLabels::OwnOf(InstanceId instance) const {
  const auto own = own_.find(instance);
  return own == own_.end() ? nullptr : &own->second.first;
}

Result<const LabelsOfSource::Sets*> LabelsOfSource::SetsOf(LabelLevel level, std::uint32_t id) {
  const std::pair key(level, id);
  if (const auto known = known_.find(key); known != known_.end()) return &known->second;
  Result<Sets> sets = context_->Labels(level, id);
  if (!sets && !IsNoLabels(sets.error())) return Fail(sets.error());
  if (!sets) sets = Sets();
  // As PCP: archives often have their first labels behind their start.
  if (level == LabelLevel::kContext && sets->empty())
    sets->push_back(HostLabel(context_->HostName()));
  return &known_.emplace(key, std::move(*sets)).first->second;
}

// Labels that are too long together are left out from the level on where they are.
Result<void> LabelsOfSource::AddTo(LabelMerger& merger, LabelLevel level, std::uint32_t id) {
  const Result<const Sets*> sets = SetsOf(level, id);
  if (!sets) return Fail(sets.error());
  for (const OwnedLabelSet& set : **sets) {
    LabelMerger longer = merger;
    if (AddLabels(set, longer)) merger = std::move(longer);
  }
  return {};
}

Result<SeriesLabels> LabelsOfSource::OfSource() {
  LabelMerger all, of_series = Intrinsic();
  for (LabelMerger* const merger : {&all, &of_series})
    if (auto added = AddTo(*merger, LabelLevel::kContext, kContextId); !added)
      return Fail(added.error());
  return SeriesLabels{all.text(), of_series.text()};
}

Result<LabelMerger> LabelsOfSource::MergedOf(const Desc& desc) {
  LabelMerger all;
  for (const LabelOwner& owner : LabelOwnersOf(desc.id, desc.indom))
    if (auto added = AddTo(all, owner.level, owner.id); !added) return Fail(added.error());
  return all;
}

// pminfo asks for the labels of a cluster with the metric's identifier.  In archives, these have
// item 0, and so only that metric has them in its identifier.
Result<SeriesLabels> LabelsOfSource::OfMetric(const Desc& desc) {
  const Result<LabelMerger> all = MergedOf(desc);
  if (!all) return Fail(all.error());
  const bool is_recorded = context_->mode() != Mode::kLive;
  LabelMerger of_series = Intrinsic();
  for (const LabelOwner& owner : LabelOwnersOf(desc.id, desc.indom)) {
    if (owner.level == LabelLevel::kCluster && is_recorded && desc.id.item() != 0) continue;
    if (auto added = AddTo(of_series, owner.level, owner.id); !added) return Fail(added.error());
  }
  return SeriesLabels{all->text(), of_series.text()};
}

Result<InstanceLabels> LabelsOfSource::OfInstances(InDomId indom) {
  LabelMerger common;
  for (const LabelOwner& owner : {LabelOwner{LabelLevel::kContext, kContextId},
                                  LabelOwner{LabelLevel::kDomain, indom.domain()},
                                  LabelOwner{LabelLevel::kInDom, indom.value}})
    if (auto added = AddTo(common, owner.level, owner.id); !added) return Fail(added.error());
  Result<std::vector<OwnedLabelSet>> sets = context_->Labels(LabelLevel::kInstances, indom.value);
  if (!sets && !IsNoLabels(sets.error())) return Fail(sets.error());
  InstanceLabels labels;
  labels.common_ = common.text();
  if (!sets) return labels;
  for (OwnedLabelSet& set : *sets) {
    LabelMerger merger = common;
    if (set.entries.empty() || !AddLabels(set, merger)) continue;
    const InstanceId instance = set.instance;
    labels.own_.insert_or_assign(instance, std::pair(std::move(set), merger.text()));
  }
  return labels;
}

}  // namespace fdr
