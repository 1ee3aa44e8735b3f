// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/archive_series.h"

#include <algorithm>
#include <utility>

namespace fdr {

Result<std::unique_ptr<SeriesReader>> ArchiveSeries::Open(const SeriesWindow& window) const {
  Result<ArchiveSource::Lease> lease = archive->Borrow();
  if (!lease) return Fail(lease.error());
  return SeriesReader::Open(std::move(*lease), *catalogue, metrics, window);
}

std::vector<ArchiveSeries> SeriesByArchive(const std::vector<FoundSeries>& series) {
  std::vector<ArchiveSeries> parts;
  for (std::size_t i = 0; i < series.size(); ++i) {
    std::shared_ptr<ArchiveSource> archive = series[i].source->archive();
    if (!archive) continue;
    auto part = std::ranges::find(parts, archive, &ArchiveSeries::archive);
    if (part == parts.end())
      part = parts.insert(parts.end(), {std::move(archive), series[i].source->catalogue, {}, {}});
    part->metrics.push_back(*series[i].metric);
    part->places.push_back(i);
  }
  return parts;
}

}  // namespace fdr
