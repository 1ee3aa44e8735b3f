// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which metrics of a copy get statistics, and the metadata of these.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "fdr/archive/copy/copy_sink.h"
#include "fdr/replay/copy/thin/statistic_metrics.h"
#include "fdr/replay/copy/thin/thinned_numbers.h"

namespace fdr {

/// All descriptors of an archive come before its data.  Only then it is known which identifiers are
/// free, and which metrics have statistics already: these are combined.
class StatisticsPlan {
 public:
  StatisticsPlan(const StatisticsWanted& wanted, std::int64_t interval);

  /// kExists if the metric has the identifier of a statistic of another archive.
  Result<void> Add(const DescRecord& record);

  /// The number of different statistics that Describe() has passed on.
  std::size_t described() const { return names_.size(); }
  /// Whether metrics were added since the last Describe().
  bool has_news() const { return !news_.empty(); }
  /// Passes on metadata of new statistics, labels with this stamp.  `set` gets the statistics of
  /// each metric that was added.
  Result<void> Describe(Timestamp stamp,
                        const std::function<Result<void>(const MetadataRecord&)>& pass,
                        const std::function<void(MetricId, std::vector<StatisticTarget>)>& set);

 private:
  using Metric = std::pair<Desc, std::string>;

  Result<void> Pass(const StatisticMetric& statistic, Timestamp stamp,
                    const std::function<Result<void>(const MetadataRecord&)>& pass) const;
  const std::vector<StatisticMetric>& StatisticsFor(const Metric& metric);

  StatisticsWanted wanted_;
  std::string interval_;
  std::vector<Metric> news_;
  std::unordered_set<MetricId> taken_;
  std::unordered_map<MetricId, std::string> names_;  // of statistics
  std::unordered_map<MetricId, std::vector<StatisticMetric>> of_metric_;
};

/// Labels with the interval of a thinned archive: {"thinned":"60s"} of the context, and "interval"
/// of statistics.  If a longer interval is there, it stays: then nothing is thinned.
class ThinnedLabel {
 public:
  explicit ThinnedLabel(std::int64_t interval);

  /// Labels of the context with ours; as they are if they would be too long.  Borrows from this
  /// object, up to the next call.
  LabelSetRecord Merge(const LabelSetRecord& context);
  /// Labels of any level: if an earlier thinning has written an interval, it becomes ours.
  LabelSetRecord Renew(const LabelSetRecord& labels);

 private:
  LabelSetRecord Put(const LabelSetRecord& labels, std::string_view name);

  std::int64_t interval_;
  std::string json_, merged_;
};

}  // namespace fdr
