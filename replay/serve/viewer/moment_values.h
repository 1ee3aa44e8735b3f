// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of many metrics at one time of an archive.
//
//   records  1000      1010      1020       at 1015: levels by interpolation; the rate of a counter
//   c           0       100       300       is that of the interval which ends at 1020

#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/serve/viewer/buckets/record_stream.h"
#include "fdr/replay/serve/viewer/metric_choice.h"

namespace fdr {

enum class MomentRule : std::uint8_t {
  kHolds,         ///< rates, and interpolated values
  kInterpolated,  ///< interpolated values, also of counters
  kRecord,        ///< the last record at or before the time
};

struct MomentValue {
  InstanceId instance = kSingular;
  double number = 0;       ///< of a rate
  std::uint64_t bits = 0;  ///< of any other number
  std::string text = {};   ///< of a string
};

/// The values of each metric of the choice, in its order, ascending by instance; aggregates have
/// none.
Result<std::vector<std::vector<MomentValue>>> ValuesAt(ArchiveContext& archive,
                                                       const MetricChoice& choice, Nanos at,
                                                       MomentRule rule, const CheckLimit& check);

/// Numbers by the type of the metric, and texts, in a set that was fetched.
std::vector<MomentValue> MomentValuesOf(const FetchResult& result, const FetchedSet& set,
                                        const Desc& desc);

}  // namespace fdr
