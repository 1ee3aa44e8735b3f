// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The samples of the operands of an expression, read into memory.

#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fdr/replay/serve/http/http_request.h"
#include "fdr/replay/serve/series/math/sample_run.h"
#include "fdr/replay/serve/series/series_sources.h"
#include "fdr/replay/serve/series/series_window.h"

namespace fdr {

/// The instances of all operands.  Instances of different hosts are the same if they have the same
/// name; so they have numbers of their own here.
class InstanceNumbers {
 public:
  InstanceId Of(std::string_view name);

 private:
  std::unordered_map<std::string, InstanceId> numbers_;
};

/// The identifiers of a metric's instances, by InstanceNumbers.
using InstanceSeriesIds = std::unordered_map<InstanceId, std::string>;

/// kTooLarge if it is more than what is left of the budget.
Result<void> Spend(std::size_t values, std::size_t& budget);

class OperandSamples {
 public:
  /// Borrows the number of values that may be held.  It becomes less.
  explicit OperandSamples(std::size_t& budget) : budget_(budget) {}

  /// Wants the samples of a series.  Borrows it.
  void Want(const FoundSeries& series, std::size_t window);
  /// Reads all that is wanted, each source once for each window.  Values that are not finite are
  /// left out.  kTooLarge if there are too many values.
  Result<void> Read(const std::vector<SeriesWindow>& windows, const HttpRequest& request);

  /// The samples of a series that was wanted.
  std::shared_ptr<const SampleRun> Of(const SeriesMetric* metric, std::size_t window) const {
    return runs_.at({window, metric});
  }
  std::shared_ptr<const InstanceSeriesIds> IdsOf(const SeriesMetric* metric) const {
    return ids_.at(metric);
  }

 private:
  class Collector;

  std::size_t& budget_;
  std::map<std::size_t, std::vector<FoundSeries>> wanted_;  // by window
  std::map<std::pair<std::size_t, const SeriesMetric*>, std::shared_ptr<SampleRun>> runs_;
  std::map<const SeriesMetric*, std::shared_ptr<InstanceSeriesIds>> ids_;
  InstanceNumbers numbers_;
};

}  // namespace fdr
