// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Fetching.

#include <pcp/pmapi.h>

#include <cstring>
#include <vector>

#include "fdr/replay/pmapi/context_table.h"
#include "fdr/replay/pmapi/error_code.h"
#include "fdr/replay/pmapi/result_block.h"

namespace fdr::pmapi {
namespace {

static_assert(sizeof(MetricId) == sizeof(pmID));

// Does `fetch` with the current context, and makes a result of it.
template <class Fetch, class Make, class ResultType>
int FetchInto(Fetch fetch, Make make, ResultType** result) {
  return Guarded([&] {
    const LockedContext context;
    if (!context) return PM_ERR_NOCONTEXT;
    Fetched fetched;
    const int status = fetch(*context, fetched);
    if (status < 0) return status;
    *result = make(fetched);
    return status;
  });
}

template <class Make, class ResultType>
int FetchMetrics(int count, const pmID* ids, Make make, ResultType** result) {
  if (count < 1) return PM_ERR_TOOSMALL;
  const auto fetch = [&](ApiContext& context, Fetched& fetched) {
    const auto* const first = reinterpret_cast<const MetricId*>(ids);
    return context.Fetch(std::span(first, static_cast<std::size_t>(count)), fetched);
  };
  return FetchInto(fetch, make, result);
}

int FetchRecord(ApiContext& context, Fetched& fetched) { return context.FetchRecord(fetched); }

}  // namespace
}  // namespace fdr::pmapi

using fdr::pmapi::NewHighResResult;
using fdr::pmapi::NewResult;

int pmFetch(int numpmid, pmID* pmidlist, pmResult** result) {
  return fdr::pmapi::FetchMetrics(numpmid, pmidlist, NewResult, result);
}
int pmFetchHighRes(int numpmid, pmID* pmidlist, pmHighResResult** result) {
  return fdr::pmapi::FetchMetrics(numpmid, pmidlist, NewHighResResult, result);
}
int pmFetchArchive(pmResult** result) {
  return fdr::pmapi::FetchInto(fdr::pmapi::FetchRecord, NewResult, result);
}
int pmFetchHighResArchive(pmHighResResult** result) {
  return fdr::pmapi::FetchInto(fdr::pmapi::FetchRecord, NewHighResResult, result);
}

// Values are changed at hosts.
int pmStore(const pmResult*) {
  return fdr::pmapi::LockedContext() ? PM_ERR_NOTHOST : PM_ERR_NOCONTEXT;
}
int pmStoreHighRes(const pmHighResResult*) { return pmStore(nullptr); }
