// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The values of metrics at any time, as a pure function of the archives: see
// docs/replay-semantics.md.

#pragma once

#include <memory>
#include <span>
#include <vector>

#include "fdr/replay/fetch_result.h"
#include "fdr/replay/interpolation/bound_search.h"
#include "fdr/replay/interpolation/fetch_plan.h"
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

  bool FindStale(RelativeTime t);
  void AddValues(const PlannedMetric& metric, RelativeTime t, FetchResult& result);
  void AddEach(const PlannedMetric& metric, RelativeTime t, FetchResult& result);
  void AddAll(const PlannedMetric& metric, RelativeTime t, FetchResult& result);
  Choice Choose(const PlannedMetric& metric, const BoundEvent& low, const BoundEvent& high,
                RelativeTime t);
  Between Place(const BoundEvent& low, const BoundEvent& high, RelativeTime t);

  InterpolationRules rules_;
  TimeScale scale_;
  SecondsMemo seconds_;
  std::unique_ptr<FetchPlan> plan_;
  BoundSearch search_;  // borrows *plan_
  std::vector<PlannedMetric*> stale_;
};

}  // namespace fdr
