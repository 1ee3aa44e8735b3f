// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics of traced applications: trace.* (domain 10), and percentiles, which PCP's agent does
// not have.

#pragma once

#include "fdr/replay/serve/own_metrics.h"
#include "fdr/replay/serve/trace/trace_facts.h"

namespace fdr {

/// The metrics borrow the facts.
OwnMetrics TraceMetrics(TraceFacts& facts);

}  // namespace fdr
