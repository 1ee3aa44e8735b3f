// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/matching_series.h"

#include "fdr/replay/serve/series/series_filter.h"

namespace fdr {

Result<std::vector<FoundSeries>> MatchingSeries(const SeriesOperand& operand,
                                                const SeriesQuestion& question) {
  Result<SeriesFilter> filter = SeriesFilter::Compile(operand);
  if (!filter) return Fail(filter.error());
  std::vector<FoundSeries> found;
  for (const SeriesSource& source : question.sources()) {
    for (const SeriesMetric& metric : source.catalogue->metrics()) {
      if (!SeriesCatalogue::IsShown(metric.desc.type)) continue;
      const Result<bool> matches = filter->Matches(source, metric);
      if (!matches) return Fail(matches.error());
      if (*matches) found.push_back({&source, &metric});
      if (auto checked = question.request.CheckLimit(); !checked) return Fail(checked.error());
    }
  }
  return found;
}

}  // namespace fdr
