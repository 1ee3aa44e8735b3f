// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds the events on both sides of a time, for all metrics that need them, walking the records
// outwards from that time.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fdr/archive/record_kinds.h"
#include "fdr/archive/result_record.h"
#include "fdr/replay/bracket.h"
#include "fdr/replay/hopping_cursor.h"
#include "fdr/replay/mark_rule.h"
#include "fdr/replay/record_bodies.h"
#include "fdr/replay/record_parts.h"

namespace fdr {

/// One thread at a time.  Borrows the timeline.
class BoundSearch {
 public:
  BoundSearch(const Timeline& timeline, MarkRule marks);

  /// Sets the bounds of all living slots of these metrics that do not hold at `t`.  A metric stays
  /// where it is as long as this object.  False if damage came to light: nothing that was found,
  /// for any metric, is good any more, and whoever asks again gets further.
  Result<bool> Find(Timestamp t, std::span<PlannedMetric* const> metrics);

  /// Whether it is known from the last searches that no mark lies behind the earlier of two times,
  /// up to the later one.
  bool KnowsNoMarkBetween(Timestamp a, Timestamp b) const {
    return cursors_[kLow].KnowsNoMarkBetween(a, b);
  }

 private:
  static constexpr std::array<RelativeTime, 2> kNever = {kBeforeAll, kAfterAll};  // by side
  static constexpr std::array<Direction, 2> kAway = {Direction::kBackward, Direction::kForward};
  static RelativeTime Nearer(Side side, RelativeTime a, RelativeTime b) {
    return side == kLow ? std::max(a, b) : std::min(a, b);
  }
  // Whether a walk away from the time that is asked for, now at `time`, has passed `end`.
  static bool IsPast(Side side, RelativeTime end, RelativeTime time) {
    return side == kLow ? time < end : time > end;
  }
  struct Open {  // a metric with slots that are still searched
    Open(PlannedMetric* what, std::uint32_t its_number) : metric(what), number(its_number) {}

    PlannedMetric* metric;
    std::uint32_t number;
    std::array<std::size_t, 2> slots = {};  // by side
    // That is all living ones of it, and `searched` is not filled in.
    std::array<bool, 2> all = {};
    // By side: it was gone through a set of PlannedMetric::gone_through, and took what there was.
    std::array<bool, 2> is_through = {};
    // Where the walk meets an instance's birth (low) or death (high), there is nothing more of it.
    std::array<RelativeTime, 2> ends = kNever;
  };
  static constexpr int kRecentBits = 12;
  using Volume = std::pair<std::size_t, std::size_t>;  // of an archive
  struct Passed {                                      // a record of the walk
    Timestamp stamp;
    Volume volume;
  };
  struct WantedBits {
    const Metadata* of = nullptr;
    MetricBits bits;
  };
  struct Part {  // of a record
    std::uint32_t place;
    Open* open;
  };
  static constexpr auto kNone = std::numeric_limits<std::uint32_t>::max();
  struct Seen {
    MetricId id;
    std::uint32_t number = kNone;  // PlannedMetric::number, if it was ever searched
  };
  using SeenBySet = std::vector<Seen>;
  // Where in a record the sets are: of those that have the same RecordMap::layout().
  struct Layout {
    const Waypoint* of = nullptr;
    std::vector<std::uint32_t> offsets;  // by the number of the metric; kNone if it is not there
  };

  void OpenSlots(std::span<PlannedMetric* const> metrics, RelativeTime t);
  void NoteFirstSearch(PlannedMetric& metric);
  static std::size_t CountStale(PlannedMetric& metric, RelativeTime t);
  void StartAnew();
  Result<void> FindBoth(Timestamp t);
  // From where the side's cursor stands: behind all events up to t.
  Result<void> FindSide(Side side, Timestamp t);
  bool IsInOrder(Side side, const TimelineEvent& event);
  Result<void> CheckOrderAhead(Side side);
  // One step of the walk; its error, while it is news, that there is damage.
  Result<std::optional<TimelineEvent>> Step(Side side);
  bool ReadsParts(Side side) const;
  bool IsForParts(Side side, std::uint64_t body_size) const;
  // Whether more is known, from now on, of the damage in a volume.
  bool IsNews(Volume volume);
  Result<bool> ApplyEvent(Side side, const TimelineEvent& event, RelativeTime t);
  Result<bool> ApplyRecord(Side side, const TimelineEvent& event);
  Result<void> ApplySets(Side side, const TimelineEvent& event);
  Result<void> ApplyParts(Side side, const TimelineEvent& event, const RecordMap& map);
  Result<void> ApplyAll(Side side, RelativeTime time, Version version, Bytes body);
  Result<void> ApplyKnown(Side side, RelativeTime time, const Layout& layout, Bytes body);
  const Layout* LayoutOf(const RecordMap& map, Version version, Bytes body);
  void ApplySet(Side side, const ValueSet& set, RelativeTime time, Open& open);
  void ApplyEach(Side side, const ValueSet& set, RelativeTime time, Open& open);
  bool ApplyWholeSet(Side side, const ValueSet& set, RelativeTime time, Open& open);
  bool ReadScattered(const NumberReader& numbers, const LivingSlots& living,
                     std::span<std::uint64_t> bits);
  static void TellApart(Side side, Open& open);
  void CloseAll(Side side, EventKind kind, RelativeTime time);
  void CloseDead(Side side, RelativeTime time);
  void CloseDead(Side side, RelativeTime time, Open& open);
  Seen& RecentOf(MetricId id) { return recent_[id.value * 0x9e3779b1u >> (32 - kRecentBits)]; }
  std::uint32_t NumberOf(MetricId id, Seen& last);
  Open* OpenOf(MetricId id, Seen& last);
  void UpdateHolds(RelativeTime t);
  static void UpdateHolds(PlannedMetric& metric);
  void LimitToMark(PlannedMetric& metric, RelativeTime t) const;
  void LimitHolds(std::size_t archive);
  void CloseSlots(Side side, std::size_t count, Open& open);
  void SetWanted(Side side, const Metadata& metadata, MetricBits& bits);

  const Timeline* timeline_;
  MarkFilter marks_;
  TimeScale scale_;
  std::array<HoppingCursor, 2> cursors_;  // by side
  RecordKinds<SeenBySet> kinds_;
  std::array<Layout, 8> layouts_;
  std::size_t next_layout_ = 0;  // the oldest
  RecordParts parts_;
  RecordBodies bodies_;
  std::optional<Passed> passed_;  // last
  std::uint64_t last_size_ = 0;   // of a record

  std::vector<Open> open_;
  std::vector<std::uint32_t>
      open_of_;  // the place there, by a metric's number; kNone if it has none
  std::array<RelativeTime, 2> next_end_ = {};             // the first of all their ends
  std::unordered_map<MetricId, PlannedMetric*> planned_;  // that were ever searched
  std::array<Seen, 1 << kRecentBits> recent_;             // of these, and of others, by a hash
  std::vector<std::uint64_t> numbers_;                    // of a set
  std::vector<Part> wanted_;                              // of the last record
  std::array<std::size_t, 2> open_metrics_ = {};          // with slots that are searched, by side
  std::array<WantedBits, 2> wanted_bits_;                 // the same, once they were asked for
  std::set<Volume> learned_;                              // that have damage
  // A mark stands at the very time: values before it count at this time only.
  bool mark_at_t_ = false;
};

}  // namespace fdr
