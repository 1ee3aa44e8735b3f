// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics that were ever requested, with what is remembered of each between fetches.

#pragma once

#include <cstddef>
#include <deque>
#include <span>
#include <unordered_map>
#include <vector>

#include "fdr/replay/interpolation/planned_domain.h"
#include "fdr/replay/interpolation/planned_metric.h"
#include "fdr/replay/profile.h"
#include "fdr/replay/timeline/timeline.h"

namespace fdr {

/// One thread at a time.  Borrows the timeline.
class FetchPlan {
 public:
  explicit FetchPlan(const Timeline& timeline) : timeline_(&timeline), scale_(timeline.start()) {}

  /// Plans a fetch.  A new profile makes all bounds invalid.
  void Request(std::span<const MetricId> metrics, const Profile& profile);
  /// The metrics of the last request, in its order, ...
  std::span<PlannedMetric* const> requested() const { return requested_; }
  /// ... and each of them once.
  std::span<PlannedMetric* const> distinct() const { return distinct_; }

  /// nullptr if the metric was never requested.  The metrics never move.
  PlannedMetric* Find(MetricId id) const {
    const auto planned = by_id_.find(id);
    return planned != by_id_.end() ? planned->second : nullptr;
  }
  /// The number of metrics that were ever requested.
  std::size_t size() const { return metrics_.size(); }

  /// Drops the bounds of all metrics.
  void Forget() {
    for (PlannedMetric& metric : metrics_) metric.Forget();
  }

 private:
  PlannedMetric Plan(MetricId id);
  PlannedDomain* DomainOf(InDomId indom);

  const Timeline* timeline_;
  TimeScale scale_;
  Profile profile_;
  std::deque<PlannedMetric> metrics_;                   // elements never move
  std::unordered_map<InDomId, PlannedDomain> domains_;  // elements never move
  std::unordered_map<MetricId, PlannedMetric*> by_id_;
  std::vector<MetricId> request_;  // the last one
  std::vector<PlannedMetric*> requested_;
  std::vector<PlannedMetric*> distinct_;
};

}  // namespace fdr
