// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The live series whose present samples a request needs.

#pragma once

#include <set>
#include <vector>

#include "fdr/replay/serve/series/series_sources.h"
#include "fdr/replay/serve/series/series_window.h"

namespace fdr {

/// Wishes are made before an answer, and fulfilled by errands.
class LiveWishes {
 public:
  explicit LiveWishes(const Clocks& clocks) : clocks_(clocks) {}

  /// Wishes samples of the live ones among these series, unless the window ends long before now.
  /// Borrows the series.
  void Add(const std::vector<FoundSeries>& series, const SeriesWindow& window);
  bool empty() const { return series_.empty(); }

  /// One for each source.  They borrow nothing.
  std::vector<Errand> Errands() const;

 private:
  const Clocks& clocks_;
  std::vector<FoundSeries> series_;
  std::set<const SeriesMetric*> known_;
};

}  // namespace fdr
