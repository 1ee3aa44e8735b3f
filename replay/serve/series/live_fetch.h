// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Fetches samples of series of a live source.

#pragma once

#include <vector>

#include "fdr/replay/serve/series/series_sources.h"

namespace fdr {

/// In the lane of the source, which is live.  Fetches a sample of each metric, all at once, and
/// puts it into the history.  A source that does not answer has no sample.
void FetchSamples(const SeriesSource& source, const std::vector<SeriesMetric>& metrics,
                  const Clocks& clocks);

}  // namespace fdr
