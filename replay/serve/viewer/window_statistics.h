// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Statistics of many series of an archive in one window.

#pragma once

#include <deque>
#include <string>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/serve/viewer/buckets/record_stream.h"
#include "fdr/replay/serve/viewer/metric_choice.h"
#include "fdr/replay/statistics/series_difference.h"
#include "fdr/replay/statistics/statistics_pass.h"

namespace fdr {

/// Reads a window once.  Domains with many members, such as processes, are represented by those
/// that exist at some moments of it.
class WindowSeriesStatistics {
 public:
  struct Series {
    std::size_t metric = 0;  ///< in the choice
    InstanceId instance = kSingular;
    std::string name;
  };

  /// Borrows the choice.
  WindowSeriesStatistics(const MetricChoice& choice, const StatisticsWindow& window)
      : choice_(choice), window_(window) {}

  /// Call once.  kTooLarge for too many series.
  Result<void> Read(ArchiveContext& archive, const CheckLimit& check);

  const std::vector<Series>& series() const { return series_; }
  /// What a series was; of one that the window does not have, give its metric.
  SeriesPart PartOf(std::size_t series) const;
  SeriesPart PartWithout(std::size_t metric) const;
  /// Whether any record of the window has the metric.
  bool HasMetric(std::size_t metric) const;

 private:
  Result<void> ChooseSeries(ArchiveContext& archive);
  std::vector<NamedInstance> MembersOf(ArchiveContext& archive, InDomId indom) const;
  Result<void> ReadRecords(ArchiveContext& archive, const CheckLimit& check);
  void TakeAt(Context& values, Timestamp t);

  const MetricChoice& choice_;
  StatisticsWindow window_;
  std::vector<Series> series_;
  std::vector<std::optional<std::size_t>> first_;  // by metric: its first series
  std::deque<StatisticsPass> pass_;                // one, once the series are known
  FetchResult result_;
};

}  // namespace fdr
