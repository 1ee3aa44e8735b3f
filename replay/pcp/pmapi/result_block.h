// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A pmResult with all its parts in one malloc() block:
//
//   pmResult and pointers | value sets, with their lists of values | value blocks

#pragma once

#include <pcp/pmapi.h>

#include "fdr/replay/pcp/pmapi/contexts/api_context.h"

namespace fdr::pmapi {

/// For pmResult or pmHighResResult.  Throws std::bad_alloc.
template <class ResultType>
ResultType* NewResult(const FetchedSets& fetched);
/// From the sets of a record that was checked.
template <class ResultType>
ResultType* NewResult(Timestamp stamp, std::span<const ValueSet> sets);

// Helpers for NewResult().

// A set without values has room for one, too: some programs read it without a look at their number.
// So it is zeroed.
inline std::size_t SetSize(std::int32_t numval) {
  const std::int32_t more = numval > 1 ? numval - 1 : 0;
  return sizeof(pmValueSet) + static_cast<std::size_t>(more) * sizeof(pmValue);
}
inline void ZeroFirstValue(pmValueSet& set) { set.vlist[0] = {}; }

inline void SetTime(const PcpTime& time, pmResult& result) { result.timestamp = time.AsTimeval(); }
inline void SetTime(const PcpTime& time, pmHighResResult& result) {
  result.timestamp = time.AsTimespec();
}

}  // namespace fdr::pmapi
