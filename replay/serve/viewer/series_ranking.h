// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The series of two windows, those that changed most first.

#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fdr/replay/serve/viewer/metric_choice.h"
#include "fdr/replay/serve/viewer/window_statistics.h"
#include "fdr/replay/statistics/series_difference.h"

namespace fdr {

struct RankedSeries {
  std::size_t metric = 0;  ///< in the choice
  InstanceId instance = kSingular;
  std::string name;
  SeriesPart before, after;
  SeriesDifference difference;
  std::size_t others = 0;  ///< of the same metric, which are not ranked

  /// The part of the time in which values are outside of those that were usual before.
  double Outside() const;
};

/// Pairs series by the names of their instances.  Borrows all.
class SeriesRanking {
 public:
  SeriesRanking(const MetricChoice& choice, const WindowSeriesStatistics& before,
                const WindowSeriesStatistics& after)
      : choice_(choice), before_(before), after_(after) {}

  /// Call once.
  void Compare();
  /// Leaves the oddest series of each metric.
  void FoldInstances();

  std::size_t compared() const { return compared_; }
  const std::vector<RankedSeries>& ranked() const { return ranked_; }

 private:
  using Key = std::pair<std::size_t, std::string>;

  void Add(const WindowSeriesStatistics::Series& series, const SeriesPart& before,
           const SeriesPart& after);

  const MetricChoice& choice_;
  const WindowSeriesStatistics &before_, &after_;
  std::vector<RankedSeries> ranked_;
  std::size_t compared_ = 0;
};

}  // namespace fdr
