// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Descriptors of metrics.

#include <pcp/pmapi.h>

#include <bit>
#include <vector>

#include "fdr/replay/derive/derived_table.h"
#include "fdr/replay/pcp/pmapi/contexts/archive_api_context.h"
#include "fdr/replay/pcp/pmapi/contexts/context_table.h"
#include "fdr/replay/pcp/pmapi/events/event_metrics.h"

namespace fdr::pmapi {
namespace {

pmDesc Converted(const Desc& from) {
  pmDesc to;
  to.pmid = from.id.value;
  to.type = static_cast<int>(from.type);
  to.indom = from.indom.value;
  to.sem = static_cast<int>(from.semantics);
  to.units = std::bit_cast<pmUnits>(from.units.ToWord());
  return to;
}

// Programs ask for it with every value, mostly from an archive.
const Desc* FindRecordedDesc(ApiContext& context, MetricId id) {
  const ArchiveApiContext* const archive = context.AsArchive();
  return archive != nullptr && !IsDerivedId(id) ? archive->metadata().FindDesc(id) : nullptr;
}

[[gnu::noinline]] int AskForDesc(ApiContext& context, pmID id, pmDesc& desc) {
  const Result<Desc> answer = context.source().DescOf(MetricId{id});
  if (answer) {
    desc = Converted(*answer);
  } else if (const EventMetric* const metric = FindEventMetric(id)) {
    desc = DescOf(*metric);
  } else {
    return ErrorCode(answer.error(), context.UnknownMetric());
  }
  return 0;
}

int FindDesc(ApiContext& context, pmID id, pmDesc& desc) {
  const Desc* const recorded = FindRecordedDesc(context, MetricId{id});
  if (recorded == nullptr) return AskForDesc(context, id, desc);
  desc = Converted(*recorded);
  return 0;
}

// Returns the last error among metrics without a descriptor, or the error of the whole question.
int FindDescs(ApiContext& context, std::span<const pmID> ids, pmDesc* descs, int& found) {
  const std::span wanted(reinterpret_cast<const MetricId*>(ids.data()), ids.size());
  const auto answers = context.source().Descs(wanted);
  if (!answers) return ErrorCode(answers.error());
  int status = 0;
  found = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Result<Desc>& answer = (*answers)[i];
    const EventMetric* const metric = FindEventMetric(ids[i]);
    if (answer)
      descs[i] = Converted(*answer);
    else if (metric != nullptr)
      descs[i] = DescOf(*metric);
    else
      status = ErrorCode(answer.error(), context.UnknownMetric());
    if (answer || metric != nullptr)
      ++found;
    else
      descs[i].pmid = PM_ID_NULL;
  }
  return status;
}

}  // namespace
}  // namespace fdr::pmapi

int pmLookupDesc(pmID pmid, pmDesc* desc) {
  return fdr::pmapi::Guarded([&] {
    const fdr::pmapi::LockedContext context;
    if (!context) return PM_ERR_NOCONTEXT;
    return fdr::pmapi::FindDesc(*context, pmid, *desc);
  });
}

// A collector gives the reason for an unknown metric only if one metric is asked for.
int pmLookupDescs(int numpmid, pmID* pmids, pmDesc* descs) {
  if (numpmid < 1) return PM_ERR_TOOSMALL;
  return fdr::pmapi::Guarded([&] {
    const fdr::pmapi::LockedContext context;
    if (!context) return PM_ERR_NOCONTEXT;
    int found = -1;
    const std::span ids(pmids, static_cast<std::size_t>(numpmid));
    const int status = fdr::pmapi::FindDescs(*context, ids, descs, found);
    // For an archive, a single metric that is not there is no error, but for a derived one.
    const bool tells_single = context->AsArchive() == nullptr ||
                              context->derived().context().Definition(fdr::MetricId{ids[0]});
    const bool tells = found < 0 || (numpmid == 1 && tells_single);
    return status < 0 && tells ? status : found;
  });
}
