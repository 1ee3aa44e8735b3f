// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Labels of the levels of the hierarchy; for archives, at the context's time.

#include <pcp/pmapi.h>

#include <vector>

#include "fdr/replay/labels/label_levels.h"
#include "fdr/replay/pcp/pmapi/base/c_memory.h"
#include "fdr/replay/pcp/pmapi/base/label_entry.h"
#include "fdr/replay/pcp/pmapi/contexts/context_table.h"
#include "fdr/replay/pcp/pmapi/events/event_metrics.h"

namespace fdr::pmapi {
namespace {

void Fill(const OwnedLabelSet& from, pmLabelSet& to) {
  to.inst = static_cast<unsigned int>(from.instance);
  if (from.code < 0) {
    to.nlabels = from.code;
    return;
  }
  if (!from.entries.empty()) {
    to.labels = AllocateArray<pmLabel>(from.entries.size()).release();
    for (const LabelEntry& entry : from.entries) to.labels[to.nlabels++] = ToC(entry);
  }
  if (from.json.empty()) return;
  if (!from.json.empty()) to.json = NewString(from.json);
  to.jsonlen = static_cast<std::uint16_t>(from.json.size());
}

int Give(const std::vector<OwnedLabelSet>& sets, pmLabelSet** to) {
  *to = nullptr;
  if (sets.empty()) return 0;
  const int count = static_cast<int>(sets.size());
  *to = static_cast<pmLabelSet*>(std::calloc(sets.size(), sizeof(pmLabelSet)));  // NOLINT
  if (*to == nullptr) return -ENOMEM;
  try {
    for (std::size_t i = 0; i < sets.size(); ++i) Fill(sets[i], (*to)[i]);
  } catch (const std::bad_alloc&) {
    pmFreeLabelSets(*to, count);
    *to = nullptr;
    throw;
  }
  return count;
}

int GetLabels(LabelLevel level, std::uint32_t id, pmLabelSet** to) {
  return Guarded([&] {
    const LockedContext context;
    if (!context) return PM_ERR_NOCONTEXT;
    const auto sets = context->Labels(level, id);
    return sets ? Give(*sets, to) : ErrorCode(sets.error());
  });
}

Result<std::vector<OwnedLabelSet>> AllLabels(ApiContext& context, MetricId metric, InDomId indom) {
  std::vector<OwnedLabelSet> all;
  for (const LabelOwner& owner : LabelOwnersOf(metric, indom)) {
    auto sets = context.Labels(owner.level, owner.id);
    if (!sets) return Fail(sets.error());
    for (OwnedLabelSet& set : *sets) all.push_back(std::move(set));
  }
  return all;
}

int GetAllLabels(pmID id, pmLabelSet** to) {
  const LockedContext context;
  if (!context) return PM_ERR_NOCONTEXT;
  const MetricId metric{id};
  const Result<Desc> desc = context->source().DescOf(metric);
  if (!desc && FindEventMetric(id) == nullptr)
    return ErrorCode(desc.error(), context->UnknownMetric());
  const auto all = AllLabels(*context, metric, desc ? desc->indom : InDomId{});
  return all ? Give(*all, to) : ErrorCode(all.error());
}

}  // namespace
}  // namespace fdr::pmapi

using fdr::LabelLevel;
using fdr::pmapi::GetLabels;

int pmLookupLabels(pmID pmid, pmLabelSet** labelsets) {
  return fdr::pmapi::Guarded([&] { return fdr::pmapi::GetAllLabels(pmid, labelsets); });
}
int pmGetContextLabels(pmLabelSet** labelsets) {
  return GetLabels(LabelLevel::kContext, PM_ID_NULL, labelsets);
}
int pmGetDomainLabels(int domain, pmLabelSet** labelsets) {
  return GetLabels(LabelLevel::kDomain, static_cast<unsigned int>(domain), labelsets);
}
int pmGetInDomLabels(pmInDom indom, pmLabelSet** labelsets) {
  return GetLabels(LabelLevel::kInDom, indom, labelsets);
}
// A cluster is found only by the identifier of its item 0.
int pmGetClusterLabels(pmID pmid, pmLabelSet** labelsets) {
  return GetLabels(LabelLevel::kCluster, pmid, labelsets);
}
int pmGetItemLabels(pmID pmid, pmLabelSet** labelsets) {
  return GetLabels(LabelLevel::kItem, pmid, labelsets);
}
int pmGetInstancesLabels(pmInDom indom, pmLabelSet** labelsets) {
  return GetLabels(LabelLevel::kInstances, indom, labelsets);
}

void pmFreeLabelSets(pmLabelSet* sets, int nsets) {
  if (sets == nullptr) return;
  for (int i = 0; i < nsets; ++i) {
    std::free(sets[i].json);    // NOLINT: programs may have made them, in C
    std::free(sets[i].labels);  // NOLINT
  }
  std::free(sets);  // NOLINT
}
