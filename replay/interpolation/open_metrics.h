// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics that a search still looks for: those with slots without a bound on a side of a time.
// Takes their values from recorded sets.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fdr/archive/metadata/metadata.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/archive/summary/metric_sets.h"
#include "fdr/replay/interpolation/number_reader.h"
#include "fdr/replay/interpolation/planned_metric.h"
#include "fdr/replay/timeline/time_scale.h"

namespace fdr {

/// One thread at a time.
class OpenMetrics {
 public:
  static constexpr std::array<RelativeTime, 2> kNever = {kBeforeAll, kAfterAll};  ///< by side

  /// Starts a search, on both sides, for all living slots of these metrics whose bounds do not hold
  /// at t.  The metrics must not move until the next search.
  void Begin(std::span<PlannedMetric* const> metrics, RelativeTime t);

  /// The metrics of the search.
  std::span<PlannedMetric* const> all() const { return metrics_; }
  /// The number of metrics with slots that are still searched.
  std::size_t Count(Side side) const { return count_[side]; }
  /// Sets the bits of the metrics counted by Count(), by their places in the metadata.
  void SetWanted(Side side, const Metadata& metadata, MetricBits& bits) const;

  /// Takes values from a set of a record at `time`.  If a record has several sets of a metric, the
  /// caller must give the one nearest to t first.
  void Take(Side side, const ValueSet& set, RelativeTime time, PlannedMetric& metric) {
    if (!TakeWhole(side, set, time, metric)) TakeSome(side, set, time, metric);
  }

  /// Gives all searched slots this event instead of a value.
  void CloseAll(Side side, EventKind kind, RelativeTime time);
  /// The walk has reached `time`: closes slots whose instance was born later (low) or died earlier
  /// (high).
  void CloseDead(Side side, RelativeTime time);

  struct Times {  ///< in [from, to)
    RelativeTime from, to;
  };
  /// At the end of a search, sets the times, limited to `within`, for which all bounds of each
  /// metric hold.  A value at the time of a mark holds only at that time.
  void UpdateHolds(RelativeTime t, bool mark_at_t, const Times& within);

 private:
  static RelativeTime Nearer(Side side, RelativeTime a, RelativeTime b) {
    return side == kLow ? std::max(a, b) : std::min(a, b);
  }
  // Whether a walk away from t, now at `time`, has passed `end`.
  static bool IsPast(Side side, RelativeTime end, RelativeTime time) {
    return side == kLow ? time < end : time > end;
  }

  // The number of living slots whose bounds do not hold at t.
  static std::size_t CountStale(PlannedMetric& metric, RelativeTime t) {
    const auto& low = metric.bounds[kLow].common();
    const auto& high = metric.bounds[kHigh].common();
    if (!low || !high) return CountStaleApart(metric, t);
    return Hold(*low, *high, t) ? 0 : metric.living->slots.size();
  }
  static std::size_t CountStaleApart(PlannedMetric& metric, RelativeTime t);
  void TakeSome(Side side, const ValueSet& set, RelativeTime time, PlannedMetric& metric);
  void TakeEach(Side side, const ValueSet& set, RelativeTime time, PlannedMetric& metric);
  bool TakeWhole(Side side, const ValueSet& set, RelativeTime time, PlannedMetric& metric);
  bool ReadScattered(const NumberReader& numbers, const LivingSlots& living,
                     std::span<std::uint64_t> bits);
  static void TellApart(Side side, PlannedMetric& metric);
  void CloseDead(Side side, RelativeTime time, PlannedMetric& metric);
  void CloseSlots(Side side, std::size_t count, PlannedMetric& metric);
  static void UpdateHolds(const Times& within, PlannedMetric& metric);
  static void LimitToMark(PlannedMetric& metric, RelativeTime t);

  std::vector<PlannedMetric*> metrics_;
  std::array<std::size_t, 2> count_ = {};      // by side
  std::array<RelativeTime, 2> next_end_ = {};  // the nearest of all ends, by side
  std::vector<std::uint64_t> numbers_;         // of a set
};

}  // namespace fdr
