// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Records one by one, forward or backward in time, from an origin on: see docs/replay-semantics.md.
//
//   records          10   20   20   30      Start(kForward, 15):  20 20 30 end
//                                           Start(kBackward, 20): 20 20 10 end

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "fdr/archive/record/result_record.h"
#include "fdr/replay/fetch_result.h"
#include "fdr/replay/profile.h"
#include "fdr/replay/recorded/recorded_sets.h"
#include "fdr/replay/timeline/direction.h"
#include "fdr/replay/timeline/timeline_cursor.h"

namespace fdr {

/// One thread at a time.  Borrows the timeline.
class RecordReplay {
 public:
  explicit RecordReplay(const Timeline& timeline);

  /// The first record is the first one at or behind the origin; backward, the last one at or before
  /// it.
  void Start(Direction direction, Timestamp origin);

  /// The next record that has any of the metrics, even without a value: what it says about them, in
  /// their order.  False, again and again, when there is none.  Records whose stamps go against the
  /// direction are passed over.  kOverlap, once, behind the mark where the next archive lies partly
  /// before the end of this one.
  Result<bool> Fetch(std::span<const MetricId> metrics, const Profile& profile,
                     FetchResult& result);

  /// The next record or mark, as it is.
  Result<bool> FetchRecord(FetchResult& result);

  /// The same two for those who read sets themselves; the profile plays no part.  A metric that the
  /// record does not have has a set without values.
  Result<bool> FetchSets(std::span<const MetricId> metrics, RecordedSets& sets);
  Result<bool> FetchRecordSets(RecordedSets& sets);

  /// After an error that comes again and again: past the damage, to the next record in the
  /// direction that can be believed.  What is left out counts as an interruption.  False if there
  /// is none.
  Result<bool> SkipDamage();

  /// Suspend() before the timeline is refreshed or opened anew; after Resume() with the one that
  /// there is then, reading goes on at the same place, or, if that is gone, at the same time.
  void Suspend();
  void Resume(const Timeline& timeline);

  /// The stamp of the last record that was read, returned or not; else the origin of Start().
  Timestamp origin() const { return origin_; }

 private:
  static constexpr std::size_t kNotWanted = static_cast<std::size_t>(-1);

  struct Wanted {
    MetricId id;
    std::optional<Desc> desc = {};
    std::size_t first = 0;          // where this metric stands first in the request
    const ValueSet* set = nullptr;  // in the current record; only where it stands first
  };
  struct Layout {
    MetricId id;
    std::size_t place = kNotWanted;  // in the request
  };

  Result<bool> FindRecord(std::span<const MetricId> metrics, TimelineEvent& event);
  Result<void> Settle();
  Result<bool> NextEvent(TimelineEvent& event);
  Result<bool> Step(TimelineEvent& event);
  Result<void> CheckOverlap(std::size_t earlier) const;
  void Request(std::span<const MetricId> metrics);
  std::size_t PlaceOf(std::size_t set, MetricId id);
  bool MatchRecord();

  const Timeline* timeline_;
  TimelineCursor cursor_;
  Direction direction_ = Direction::kForward;
  Timestamp origin_;
  Timestamp reached_;                      // by records: the marks between archives do not count
  bool settled_ = false;                   // the cursor stands where it should
  std::optional<TimelineBookmark> place_;  // ... which is here, if it was suspended
  bool started_ = false;                   // something was read since Start()
  bool passed_mark_ = false;               // since the last record that was returned
  std::optional<Error> overlap_;           // of the seam that was crossed last, to be told of
  ResultRecord record_;
  std::vector<Wanted> request_;
  std::unordered_map<MetricId, std::size_t> places_;  // ... of its metrics
  std::vector<Layout> layout_;                        // of the last record, by set
  std::vector<ValueSet> sets_;                        // of RecordedSets
};

}  // namespace fdr
