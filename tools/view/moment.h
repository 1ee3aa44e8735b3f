// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of some metrics at one time of an archive, with counters as rates.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/tools/series/cell.h"

namespace fdr::tools {

/// A metric, or an expression, that a page shows.
struct WatchedMetric {
  std::string name;
  MetricId id;
  Desc desc;

  bool IsCounter() const { return desc.semantics == Semantics::kCounter; }
};

/// Returns those of the metrics that the context knows, in the order of the names.
std::vector<WatchedMetric> WatchMetrics(Context& context, std::span<const std::string> names);

/// The time that is shown: values as they are at `now`, and the growth of counters since `before`.
struct Moment {
  Timestamp before, now;
  bool after_gap = false;  ///< recording was interrupted in between: no growth is known

  double Seconds() const { return SecondsBetween(before, now); }
};

/// Borrows the metrics.
class WatchedValues {
 public:
  /// No metric has a value.
  WatchedValues() = default;
  /// Interpolates; afterwards the context stands at the moment.
  static Result<WatchedValues> Read(Context& context, std::span<const WatchedMetric> metrics,
                                    const Moment& moment);

  /// The value of an instance; of a counter, its growth in one second, in the units of the metric.
  Cell Value(std::size_t metric, InstanceId instance) const;
  /// The value now, also of a counter.
  Cell Recorded(std::size_t metric, InstanceId instance) const;
  /// The instances that have a value now, ascending.
  std::vector<InstanceId> Instances(std::size_t metric) const;

 private:
  using Values = std::unordered_map<InstanceId, Cell>;

  WatchedValues(std::span<const WatchedMetric> metrics, const Moment& moment)
      : metrics_(metrics), moment_(moment), now_(metrics.size()), before_(metrics.size()) {}

  Result<void> Fetch(Context& context, std::vector<Values>& values) const;

  std::span<const WatchedMetric> metrics_;
  Moment moment_;
  std::vector<Values> now_, before_;  // by metric
};

}  // namespace fdr::tools
