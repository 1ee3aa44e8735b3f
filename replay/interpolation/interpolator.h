// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of metrics at any time, as a pure function of the archives: see
// docs/replay-semantics.md.

#pragma once

#include <deque>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "fdr/replay/fetch_result.h"
#include "fdr/replay/interpolation/bound_search.h"
#include "fdr/replay/interpolation/bracket.h"
#include "fdr/replay/interpolation/interpolate.h"
#include "fdr/replay/interpolation_rules.h"
#include "fdr/replay/profile.h"
#include "fdr/replay/timeline/timeline.h"

namespace fdr {

/// Keeps for every metric the bounds around its last fetch, so that a step costs only the changes.
/// This memory never affects the values.  One thread at a time.  Borrows the timeline, whose
/// Refresh() makes the interpolator invalid.
class Interpolator {
 public:
  Interpolator(const Timeline& timeline, const InterpolationRules& rules);

  /// Returns the values at `t` in the order of `metrics`, instances ascending.
  Result<void> Fetch(Timestamp t, std::span<const MetricId> metrics, const Profile& profile,
                     FetchResult& result);

  /// See BoundSearch.
  bool KnowsNoMarkBetween(Timestamp a, Timestamp b) const {
    return search_.KnowsNoMarkBetween(a, b);
  }

 private:
  enum class Choice { kNone, kLow, kHigh, kLine };

  void Request(std::span<const MetricId> metrics);
  PlannedMetric Plan(MetricId id);
  PlannedDomain* DomainOf(InDomId indom);
  void Apply(const Profile& profile);
  bool FindStale(RelativeTime t);
  void AddValues(const PlannedMetric& metric, RelativeTime t, FetchResult& result);
  void AddEach(const PlannedMetric& metric, RelativeTime t, FetchResult& result);
  void AddAll(const PlannedMetric& metric, RelativeTime t, FetchResult& result);
  Choice Choose(const PlannedMetric& metric, const BoundEvent& low, const BoundEvent& high,
                RelativeTime t);
  Between Place(const BoundEvent& low, const BoundEvent& high, RelativeTime t);

  const Timeline* timeline_;
  InterpolationRules rules_;
  TimeScale scale_;
  SecondsMemo seconds_;
  BoundSearch search_;
  std::deque<PlannedMetric> metrics_;                   // all ever requested; elements never move
  std::unordered_map<InDomId, PlannedDomain> domains_;  // elements never move
  std::unordered_map<MetricId, PlannedMetric*> by_id_;
  std::vector<MetricId> request_;          // the metrics of the last fetch
  std::vector<PlannedMetric*> requested_;  // the same, ...
  std::vector<PlannedMetric*> distinct_;   // ... each once
  std::vector<PlannedMetric*> stale_;
  Profile profile_;
};

}  // namespace fdr
