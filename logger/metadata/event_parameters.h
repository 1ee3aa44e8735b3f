// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics inside of event records: nobody asks for them, but readers have to know what they
// are.

#pragma once

#include <vector>

#include "fdr/logger/metadata/metadata_feed.h"
#include "fdr/replay/fetch_result.h"

namespace fdr {

/// Those of all event records in a result, ascending, each once.  What is damaged is passed over.
std::vector<MetricId> EventParametersIn(const FetchResult& result);

/// One that nobody can describe or name, as PCP's logger calls it: "event_param.29.0.14".
RecordedMetric UnknownParameter(MetricId id);

}  // namespace fdr
