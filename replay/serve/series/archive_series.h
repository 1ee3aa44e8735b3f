// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Series by archive: each archive is read once for all of its series.

#pragma once

#include <memory>
#include <vector>

#include "fdr/replay/serve/series/series_reader.h"
#include "fdr/replay/serve/series/series_sources.h"

namespace fdr {

/// The series of one archive.
struct ArchiveSeries {
  std::shared_ptr<ArchiveSource> archive;
  std::shared_ptr<const SeriesCatalogue> catalogue;
  std::vector<SeriesMetric> metrics;
  std::vector<std::size_t> places;  ///< of these, in the list of all series

  /// Waits for the disk.
  Result<std::unique_ptr<SeriesReader>> Open(const SeriesWindow& window) const;
};

/// In the order in which the archives first appear.  Leaves out series of live sources, which have
/// no values.
std::vector<ArchiveSeries> SeriesByArchive(const std::vector<FoundSeries>& series);

}  // namespace fdr
