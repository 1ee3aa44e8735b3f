// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/live_wishes.h"

#include <cstdint>
#include <utility>

#include "fdr/replay/serve/series/live_fetch.h"
#include "fdr/replay/serve/series/source_series.h"

namespace fdr {
namespace {

// Clocks differ.  And a panel whose end was just now will be asked for again.
constexpr std::int64_t kMinute = 60 * kNanosPerSecond;

bool ReachesNow(const SeriesWindow& window, Timestamp now) {
  return window.finish >= now.Plus(-kMinute) &&
         (!window.start || *window.start <= now.Plus(kMinute));
}

}  // namespace

void LiveWishes::Add(const std::vector<FoundSeries>& series, const SeriesWindow& window) {
  if (!ReachesNow(window, clocks_.wall())) return;
  for (const FoundSeries& one : series)
    if (!one.source->archive() && known_.insert(one.metric).second) series_.push_back(one);
}

std::vector<Errand> LiveWishes::Errands() const {
  std::vector<Errand> errands;
  for (SourceSeries& part : SeriesBySource(series_)) {
    const Lane lane = *part.source.source->place().lane;
    errands.push_back({lane, [part = std::move(part), clocks = clocks_] {
                         FetchSamples(part.source, part.metrics, clocks);
                       }});
  }
  return errands;
}

}  // namespace fdr
