// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds the events on both sides of a time for all metrics that need them.  Walks the records
// outwards from that time.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "fdr/replay/interpolation/bounds.h"
#include "fdr/replay/interpolation/fetch_plan.h"
#include "fdr/replay/interpolation/open_metrics.h"
#include "fdr/replay/interpolation/set_finder.h"
#include "fdr/replay/timeline/hopping_cursor.h"
#include "fdr/replay/timeline/mark_filter.h"

namespace fdr {

/// One thread at a time.  Borrows the timeline and the plan.
class BoundSearch {
 public:
  BoundSearch(const Timeline& timeline, MarkRule marks, FetchPlan& plan);

  /// Sets the bounds of all living slots of these metrics of the plan that do not hold at `t`.
  /// False if the search found new damage: all bounds of all metrics are forgotten then, and the
  /// caller must call Find() again.
  Result<bool> Find(Timestamp t, std::span<PlannedMetric* const> metrics);

  /// Whether the last searches have shown that no mark lies in (earlier, later] of two times.
  bool KnowsNoMarkBetween(Timestamp a, Timestamp b) const {
    return cursors_[kLow].KnowsNoMarkBetween(a, b);
  }

 private:
  static constexpr std::array<Direction, 2> kAway = {Direction::kBackward, Direction::kForward};

  using Volume = std::pair<std::size_t, std::size_t>;  // of an archive
  struct Passed {                                      // a record of the walk
    Timestamp stamp;
    Volume volume;
  };

  enum class Outcome : std::uint8_t {
    kGoesOn,     // some metrics are still searched
    kFound,      // no metric is searched any more
    kNewDamage,  // the search must start again, now that the damage is known
  };

  void BeginAgain();
  Result<Outcome> FindBoth(Timestamp t);
  // Walks from the position of the side's cursor, which is behind all events up to t.
  Result<Outcome> FindSide(Side side, Timestamp t);
  bool IsInOrder(Side side, const TimelineHead& event);
  Result<Outcome> CheckOrderAhead(Side side);
  Result<std::optional<TimelineHead>> Step(Side side);
  // Whether the step from `here` met damage that was not known before.
  bool MetNewDamage(TimelinePosition here, const std::optional<TimelineHead>& event);
  // Makes the summary of a volume that has damage.  False if the volume is known to have some, or
  // cannot be read.
  bool LearnDamage(Volume volume);
  Result<Outcome> ApplyEvent(Side side, const TimelineHead& event, RelativeTime t);
  Result<Outcome> ApplyRecord(Side side, const TimelineHead& event, RelativeTime t);
  Outcome Progress(Side side) const;
  OpenMetrics::Times TimesOf(std::size_t archive) const;

  const Timeline* timeline_;
  FetchPlan* plan_;
  MarkFilter marks_;
  TimeScale scale_;
  std::array<HoppingCursor, 2> cursors_;  // by side
  OpenMetrics open_;
  SetFinder sets_;
  std::optional<Passed> passed_;  // last

  std::set<Volume> learned_;  // whose damage is known
  // A mark stands exactly at t: values before the mark count only at t.
  bool mark_at_t_ = false;
};

}  // namespace fdr
