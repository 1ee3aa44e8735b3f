// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What metrics are.

#include <pcp/pmapi.h>

#include <bit>

#include "fdr/replay/pmapi/context_table.h"
#include "fdr/replay/pmapi/error_code.h"
#include "fdr/replay/pmapi/event_metrics.h"

namespace fdr::pmapi {
namespace {

bool FindDesc(const ApiContext& context, pmID id, pmDesc& to) {
  if (const Desc* const desc = context.metadata().FindDesc(MetricId{id})) {
    to.pmid = id;
    to.type = static_cast<int>(desc->type);
    to.indom = desc->indom.value;
    to.sem = static_cast<int>(desc->semantics);
    to.units = std::bit_cast<pmUnits>(desc->units.ToWord());
    return true;
  }
  const EventMetric* const metric = FindEventMetric(id);
  if (metric != nullptr) to = DescOf(*metric);
  return metric != nullptr;
}

}  // namespace
}  // namespace fdr::pmapi

int pmLookupDesc(pmID pmid, pmDesc* desc) {
  return fdr::pmapi::Guarded([&] {
    const fdr::pmapi::LockedContext context;
    if (!context) return PM_ERR_NOCONTEXT;
    return fdr::pmapi::FindDesc(*context, pmid, *desc) ? 0 : PM_ERR_PMID_LOG;
  });
}

int pmLookupDescs(int numpmid, pmID* pmids, pmDesc* descs) {
  if (numpmid < 1) return PM_ERR_TOOSMALL;
  return fdr::pmapi::Guarded([&] {
    const fdr::pmapi::LockedContext context;
    if (!context) return PM_ERR_NOCONTEXT;
    int found = 0;
    for (int i = 0; i < numpmid; ++i) {
      if (fdr::pmapi::FindDesc(*context, pmids[i], descs[i]))
        ++found;
      else
        descs[i].pmid = PM_ID_NULL;
    }
    return found;
  });
}
