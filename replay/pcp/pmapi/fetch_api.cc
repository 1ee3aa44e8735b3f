// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Fetching.

#include <pcp/pmapi.h>

#include <cstring>
#include <optional>
#include <span>
#include <vector>

#include "fdr/replay/pcp/pmapi/base/c_memory.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/contexts/call_trace.h"
#include "fdr/replay/pcp/pmapi/contexts/context_table.h"
#include "fdr/replay/pcp/pmapi/result_block.h"

namespace fdr::pmapi {
namespace {

static_assert(sizeof(MetricId) == sizeof(pmID));

template <class ResultType>
class Maker final : public ResultMaker {
 public:
  void Make(const FetchedSets& fetched) override {
    stamp_ = fetched.stamp;
    made_.reset(NewResult<ResultType>(fetched));
  }
  void Make(Timestamp stamp, std::span<const ValueSet> sets) override {
    stamp_ = PcpTime(stamp);
    made_.reset(NewResult<ResultType>(stamp, sets));
  }
  ResultType* Release() { return made_.release(); }
  /// Of what was made, if anything was.
  const std::optional<PcpTime>& stamp() const { return stamp_; }

 private:
  MallocPtr<ResultType> made_;
  std::optional<PcpTime> stamp_;
};

// Calls `fetch` with the current context.  Without metrics it fetches a whole record.
template <class Fetch, class ResultType>
int FetchInto(std::span<const MetricId> metrics, Fetch fetch, ResultType** result) {
  return Guarded([&] {
    const LockedContext context;
    if (!context) return PM_ERR_NOCONTEXT;
    Maker<ResultType> maker;
    const int status = fetch(*context, maker);
    if (pmDebugOptions.fetch != 0) TraceFetch(*context, metrics, maker.stamp(), status);
    if (status >= 0) *result = maker.Release();
    return status;
  });
}

template <class ResultType>
int FetchMetrics(int count, const pmID* ids, ResultType** result) {
  if (count < 1) return PM_ERR_TOOSMALL;
  const std::span metrics(reinterpret_cast<const MetricId*>(ids), static_cast<std::size_t>(count));
  const auto fetch = [&](ApiContext& context, ResultMaker& maker) {
    DerivedMetrics& derived = context.derived();
    return derived.Covers(metrics) ? derived.Fetch(metrics, maker) : context.Fetch(metrics, maker);
  };
  return FetchInto(metrics, fetch, result);
}

template <class ResultType>
int FetchRecord(ResultType** result) {
  const auto fetch = [](ApiContext& context, ResultMaker& maker) {
    return context.FetchRecord(maker);
  };
  return FetchInto({}, fetch, result);
}

}  // namespace
}  // namespace fdr::pmapi

int pmFetch(int numpmid, pmID* pmidlist, pmResult** result) {
  return fdr::pmapi::FetchMetrics(numpmid, pmidlist, result);
}
int pmFetchHighRes(int numpmid, pmID* pmidlist, pmHighResResult** result) {
  return fdr::pmapi::FetchMetrics(numpmid, pmidlist, result);
}
int pmHighResFetch(int numpmid, pmID* pmidlist, pmHighResResult** result) {
  return pmFetchHighRes(numpmid, pmidlist, result);
}
int pmFetchArchive(pmResult** result) { return fdr::pmapi::FetchRecord(result); }
int pmFetchHighResArchive(pmHighResResult** result) { return fdr::pmapi::FetchRecord(result); }
