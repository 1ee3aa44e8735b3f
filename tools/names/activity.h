// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How much each metric changed in a window of an archive.  docs/statistics.md says what that means.

#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/search/metric_info.h"
#include "fdr/tools/summary/window_statistics.h"

namespace fdr::tools {

/// The instance of a metric that changed most.
struct Activity {
  const MetricInfo* metric = nullptr;
  const Column* column = nullptr;
  const SeriesStatistics* statistics = nullptr;
  double change = 0;  ///< more than 0
};

/// Reads the window once.  Borrows the facts.
class ActivitySearch {
 public:
  /// `archive` has the instances, and `values` the metrics under the names of the facts.
  Result<void> Read(ArchiveContext& archive, Context& values, const StatisticsWindow& window,
                    const std::vector<MetricInfo>& metrics, DamageReport& damage, bool quiet);

  /// The metrics that changed, the most active ones first.
  const std::vector<Activity>& found() const { return found_; }

 private:
  Result<void> AddColumns(ArchiveContext& archive, const StatisticsWindow& window,
                          const MetricInfo& metric);

  std::map<InDomId, std::vector<NamedInstance>> members_;  // of large domains
  std::vector<Column> columns_;
  std::vector<const MetricInfo*> metric_of_column_;
  std::unique_ptr<ColumnStatistics> statistics_;
  std::vector<Activity> found_;
};

}  // namespace fdr::tools
