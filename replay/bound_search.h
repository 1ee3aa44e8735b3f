// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds the events on both sides of a time, for all metrics that need them, walking the records
// outwards from that time.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "fdr/archive/result_record.h"
#include "fdr/replay/bracket.h"
#include "fdr/replay/hopping_cursor.h"
#include "fdr/replay/mark_rule.h"

namespace fdr {

/// One thread at a time.  Borrows the timeline.
class BoundSearch {
 public:
  BoundSearch(const Timeline& timeline, MarkRule marks);

  /// Sets the bounds of all living slots of these metrics that do not hold at `t`.  A metric stays
  /// where it is as long as this object.
  Result<void> Find(Timestamp t, std::span<PlannedMetric* const> metrics);

 private:
  enum Side : std::uint8_t { kLow = 0, kHigh = 1 };
  static constexpr std::array<RelativeTime, 2> kNever = {kBeforeAll, kAfterAll};  // by side
  static RelativeTime Nearer(Side side, RelativeTime a, RelativeTime b) {
    return side == kLow ? std::max(a, b) : std::min(a, b);
  }
  // Whether a walk away from the time that is asked for, now at `time`, has passed `end`.
  static bool IsPast(Side side, RelativeTime end, RelativeTime time) {
    return side == kLow ? time < end : time > end;
  }
  struct Open {  // a metric with slots that are still searched
    PlannedMetric* metric;
    std::array<std::size_t, 2> slots;  // by side
    // Where the walk meets an instance's birth (low) or death (high), there is nothing more of it.
    std::array<RelativeTime, 2> ends;
  };
  struct Layout {
    MetricId id;
    PlannedMetric* metric = nullptr;
  };

  void OpenSlots(std::span<PlannedMetric* const> metrics, RelativeTime t);
  Result<void> FindBoth(Timestamp t);
  // From where the side's cursor stands: behind all events up to t.
  Result<void> FindSide(Side side, Timestamp t);
  Result<bool> ApplyEvent(Side side, const TimelineEvent& event, RelativeTime t);
  Result<void> ApplyRecord(Side side, const TimelineEvent& event);
  void ApplySet(Side side, const ValueSet& set, RelativeTime time, Open& open);
  void CloseAll(Side side, EventKind kind, RelativeTime time);
  void CloseDead(Side side, RelativeTime time);
  void CloseDead(Side side, RelativeTime time, Open& open);
  PlannedMetric* MetricOf(std::size_t set, MetricId id);
  void UpdateHolds(RelativeTime t);
  void LimitHolds(std::size_t archive);
  MetricBits Wanted(Side side, const Metadata& metadata) const;

  const Timeline* timeline_;
  MarkFilter marks_;
  TimeScale scale_;
  std::array<HoppingCursor, 2> cursors_;  // by side
  ResultRecord record_;

  std::vector<Open> open_;
  std::array<RelativeTime, 2> next_end_ = {};             // the first of all their ends
  std::unordered_map<MetricId, PlannedMetric*> planned_;  // that were ever searched
  std::vector<Layout> layout_;                            // of the last record, by set
  std::uint64_t searches_ = 0;
  std::array<std::size_t, 2> slots_open_ = {};
  bool mark_at_t_ =
      false;  // a mark stands at the very time: values before it count at this time only
};

}  // namespace fdr
