// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A pmResult with all that belongs to it, in one block of malloc():
//
//   pmResult and pointers | value sets, with their lists of values | value blocks

#pragma once

#include <pcp/pmapi.h>

#include "fdr/replay/pmapi/api_context.h"

namespace fdr::pmapi {

/// Of pmResult or pmHighResResult.  They throw std::bad_alloc.
template <class ResultType>
ResultType* NewResult(const Fetched& fetched);
/// Of sets of a record that was checked.
template <class ResultType>
ResultType* NewResult(Timestamp stamp, std::span<const ValueSet> sets);

// For these.

inline std::size_t SetSize(std::int32_t numval) {
  const std::int32_t more = numval > 1 ? numval - 1 : 0;
  return sizeof(pmValueSet) + static_cast<std::size_t>(more) * sizeof(pmValue);
}

inline void SetTime(const PcpTime& time, pmResult& result) { result.timestamp = time.AsTimeval(); }
inline void SetTime(const PcpTime& time, pmHighResResult& result) {
  result.timestamp = time.AsTimespec();
}

}  // namespace fdr::pmapi
