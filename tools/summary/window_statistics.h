// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads a window of an archive once, and collects statistics of series.

#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/statistics/statistics_pass.h"
#include "fdr/tools/run/damage_report.h"
#include "fdr/tools/series/columns.h"

namespace fdr::tools {

/// The statistics of columns.  Columns of one metric and instance share them.
class ColumnStatistics {
 public:
  ColumnStatistics(const std::vector<Column>& columns, const StatisticsWindow& window);

  StatisticsPass& pass() { return pass_; }
  const StatisticsPass& pass() const { return pass_; }
  const StatisticsWindow& window() const { return window_; }
  /// Null if the series had no number.
  const SeriesStatistics* Of(std::size_t column) const { return pass_.Of(series_[column]); }
  /// See SeriesStatistics.
  void IncludeExtremes(std::size_t column, const Extreme& min, const Extreme& max) {
    pass_.IncludeExtremes(series_[column], min, max);
  }
  bool HasMetric(std::size_t column) const { return pass_.HasMetric(series_[column]); }
  std::uint64_t SamplesOf(std::size_t column) const { return pass_.SamplesOf(series_[column]); }
  const TimeCells& RecordedOf(std::size_t column) const {
    return pass_.RecordedOf(series_[column]);
  }
  double SecondsBetweenSamples(std::size_t column) const {
    return pass_.SecondsBetweenSamples(series_[column]);
  }
  double PresenceOf(std::size_t column) const { return pass_.PresenceOf(series_[column]); }

 private:
  static std::vector<SeriesChoice> Choices(const std::vector<Column>& columns,
                                           std::vector<std::size_t>& series);

  StatisticsWindow window_;
  std::vector<std::size_t> series_;  // by column
  StatisticsPass pass_;
};

/// Asked before each record: false ends the work.
using GoOnReading = std::function<bool()>;

/// `values`: the archive, perhaps under other names or with derived metrics.  Damage is reported,
/// and counts as a gap.  `quiet`: no progress bar.  By default, a signal ends the work.
std::unique_ptr<ColumnStatistics> ReadStatistics(ArchiveContext& archive, Context& values,
                                                 const std::vector<Column>& columns,
                                                 const StatisticsWindow& window,
                                                 DamageReport& damage, bool quiet,
                                                 const GoOnReading& go_on = nullptr);

}  // namespace fdr::tools
