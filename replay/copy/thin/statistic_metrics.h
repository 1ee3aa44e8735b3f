// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics that hold statistics of others in a thinned archive.
//
//   mem.util.free   60.1.5      fdr.mem.util.free.min    60.1025.5
//                               fdr.mem.util.free.max    60.2049.5
//                               fdr.mem.util.free.mean   60.3073.5

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/value.h"
#include "fdr/replay/copy/thin/sample_folds.h"

namespace fdr {

struct StatisticsWanted {
  bool min = false, max = false, mean = false;  ///< of instantaneous numbers
  bool rates = false;                           ///< the smallest and the largest rate of counters

  bool empty() const { return !min && !max && !mean && !rates; }
};

struct StatisticMetric {
  Statistic statistic = Statistic::kMin;
  Desc desc;
  std::string name;
  std::string of;    ///< the name of the other metric
  std::string help;  ///< a line
};

/// "min", "max", "mean".
std::string_view WordOf(Statistic statistic);

/// The name of a statistic of the metric with this name.
std::string NameOf(Statistic statistic, const std::string& name);

/// The statistic that a metric with this name is of another one.
std::optional<Statistic> StatisticIn(std::string_view name);

/// The other metric; nothing if the name is that of no statistic.
std::optional<std::string_view> MetricOfStatistic(std::string_view name);

/// The statistics of a metric, as far as it may have any.  Their identifiers are not taken.
std::vector<StatisticMetric> StatisticsOf(const Desc& desc, const std::string& name,
                                          const StatisticsWanted& wanted,
                                          const std::function<bool(MetricId)>& is_taken);

}  // namespace fdr
