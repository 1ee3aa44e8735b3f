// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Series by source: each archive is read once for all of its series.

#pragma once

#include <memory>
#include <vector>

#include "fdr/replay/serve/series/sample_reader.h"
#include "fdr/replay/serve/series/series_sources.h"
#include "fdr/replay/serve/series/series_window.h"

namespace fdr {

/// The series of one source.
struct SourceSeries {
  SeriesSource source;
  std::vector<SeriesMetric> metrics;
  std::vector<std::size_t> places;  ///< of these, in the list of all series

  /// Waits for the disk.  The samples of a live source are those that were fetched until now.
  Result<std::unique_ptr<SampleReader>> Open(const SeriesWindow& window) const;
};

/// In the order in which the sources first appear.
std::vector<SourceSeries> SeriesBySource(const std::vector<FoundSeries>& series);

}  // namespace fdr
