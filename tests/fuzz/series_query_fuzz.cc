// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/series_filter.h"
#include "fdr/replay/serve/series/series_parser.h"
#include "fdr/replay/serve/series/series_window.h"
#include "fdr/tests/fuzz/fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fdr::AsText(fdr::fuzz::Input(data, size));
  fdr::Result<fdr::SeriesQuery> query = fdr::ParseSeriesQuery(text);
  if (!query) {
    fdr::fuzz::Require(!query.error().what.empty(), "errors have a text");
    return 0;
  }
  for (std::size_t i = 0; i < query->conditions.size(); ++i) {
    const fdr::SeriesCondition& condition = query->conditions[i];
    if (condition.kind == fdr::SeriesCondition::Kind::kCompare) continue;
    fdr::fuzz::Require(condition.left < i && condition.right < i, "parts come first");
  }
  static_cast<void>(fdr::ResolveWindow(query->window, {}));
  static_cast<void>(fdr::SeriesFilter::Compile(std::move(*query)));
  return 0;
}
