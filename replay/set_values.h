// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Converts the value sets of a record to those of a fetch result.

#pragma once

#include "fdr/archive/record/result_record.h"
#include "fdr/replay/fetch_result.h"
#include "fdr/replay/profile.h"

namespace fdr {

/// Fills the result with all sets of a record.
void SetRecorded(const ResultRecord& record, FetchResult& result);

/// Adds the whole set, as recorded.
void AddRecordedSet(const ValueSet& set, FetchResult& result);

/// Adds a copy of a set of another result.
void CopySet(const FetchResult& from, const FetchedSet& set, FetchResult& to);

/// Adds copies of a set's values to the last set.
void AddValuesOf(const FetchResult& from, const FetchedSet& set, FetchResult& to);

/// Adds a set with this error of a collector for each metric.
void AddErrors(std::span<const MetricId> metrics, std::int32_t code, FetchResult& result);

/// Adds the values of a metric's set that the profile includes.
void AddRecordedSet(const ValueSet& set, const Desc& desc, const Profile& profile,
                    FetchResult& result);

}  // namespace fdr
