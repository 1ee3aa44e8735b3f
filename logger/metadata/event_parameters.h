// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics inside event records.  They are not fetched by name, but readers need their
// descriptions.

#pragma once

#include <vector>

#include "fdr/logger/metadata/metadata_feed.h"
#include "fdr/replay/fetch_result.h"

namespace fdr {

/// The parameters of all event records in a result, ascending, each once.  Skips damaged records.
std::vector<MetricId> EventParametersIn(const FetchResult& result);

/// Describes a parameter that the source cannot describe or name.  Its name is the one that PCP's
/// logger gives it: "event_param.29.0.14".
RecordedMetric UnknownParameter(MetricId id);

}  // namespace fdr
