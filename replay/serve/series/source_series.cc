// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/source_series.h"

#include <algorithm>
#include <utility>

#include "fdr/replay/serve/series/live_reader.h"
#include "fdr/replay/serve/series/series_reader.h"

namespace fdr {

Result<std::unique_ptr<SampleReader>> SourceSeries::Open(const SeriesWindow& window) const {
  const std::shared_ptr<ArchiveSource> archive = source.archive();
  if (!archive) return LiveReader::Open(source, metrics, window);
  Result<ArchiveSource::Lease> lease = archive->Borrow();
  if (!lease) return Fail(lease.error());
  return SeriesReader::Open(std::move(*lease), *source.catalogue, metrics, window);
}

std::vector<SourceSeries> SeriesBySource(const std::vector<FoundSeries>& series) {
  std::vector<SourceSeries> parts;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const SeriesSource& source = *series[i].source;
    auto part = std::ranges::find(parts, source.source,
                                  [](const SourceSeries& one) { return one.source.source; });
    if (part == parts.end()) part = parts.insert(parts.end(), {source, {}, {}});
    part->metrics.push_back(*series[i].metric);
    part->places.push_back(i);
  }
  return parts;
}

}  // namespace fdr
