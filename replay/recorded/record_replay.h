// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Returns records one by one, forward or backward from an origin: see docs/replay-semantics.md.
//
//   records          10   20   20   30      Start(kForward, 15):  20 20 30 end
//                                           Start(kBackward, 20): 20 20 10 end

#pragma once

#include <cstdint>
#include <deque>
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

  /// Starts at the first record at or behind the origin; backward, at the last one at or before it.
  void Start(Direction direction, Timestamp origin);

  /// Finds the next record with any of the metrics, even without a value.  Returns its sets in the
  /// order of `metrics`.  False, at every further call too, if there is no such record.  Skips
  /// records whose stamps go against the direction.  kOverlap, once, behind the mark of two
  /// archives that overlap in time.
  Result<bool> Fetch(std::span<const MetricId> metrics, const Profile& profile,
                     FetchResult& result);

  /// Returns the next record or mark, as recorded.
  Result<bool> FetchRecord(FetchResult& result);

  /// Like Fetch() and FetchRecord(), but return the recorded sets and ignore the profile.  For a
  /// metric that is not in the record, the set has no values.
  Result<bool> FetchSets(std::span<const MetricId> metrics, RecordedSets& sets);
  Result<bool> FetchRecordSets(RecordedSets& sets);

  /// After an error that every fetch repeats: moves past the damage to the next credible record in
  /// the direction.  The skipped bytes count as an interruption.  False if there is no such record.
  Result<bool> SkipDamage();

  /// Call Suspend() before the timeline is refreshed or opened again, then Resume() with the new
  /// timeline.  Reading goes on at the same place, or, if that is gone, at the same time.
  void Suspend();
  void Resume(const Timeline& timeline);

  /// The first record since Start() that was skipped, since its stamp goes against the direction,
  /// or the end of an archive in the middle of a record; each once.
  std::optional<Error> TakeSkipped();

  /// The stamp of the last record read, returned or not; before the first, the origin of Start().
  Timestamp origin() const { return origin_; }

  /// The stamp of the last record in front of the first mark or damage that was passed since the
  /// last record that was returned; without such a record, the origin of Start().  Nothing if none
  /// was passed.
  std::optional<Timestamp> gap_start() const { return gap_; }
  /// The caller passes an error of a fetch, which is a gap then.
  void NoteGap();

 private:
  static constexpr std::size_t kNotWanted = static_cast<std::size_t>(-1);

  struct Wanted {
    MetricId id;
    std::optional<Desc> desc = {};
    std::size_t first = 0;          // index of this metric's first place in the request
    const ValueSet* set = nullptr;  // in the current record; only at the first place
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
  bool IsAsked(Timestamp stamp) const;
  void NoteSkipped(const TimelineEvent& event);
  void NoteTornEnd(const Archive& archive);
  void Request(std::span<const MetricId> metrics);
  std::size_t PlaceOf(std::size_t set, MetricId id);
  bool MatchRecord();

  const Timeline* timeline_;
  TimelineCursor cursor_;
  Direction direction_ = Direction::kForward;
  Timestamp asked_;  // the origin of Start()
  Timestamp origin_;
  Timestamp reached_;                      // by records, not by marks between archives
  Timestamp known_;                        // the last record that was decoded, returned or not
  bool settled_ = false;                   // the cursor stands at its place
  std::optional<TimelineBookmark> place_;  // the cursor's place while suspended
  bool started_ = false;                   // something was read since Start()
  std::optional<Timestamp> gap_;           // passed since the last record that was returned
  std::optional<Error> overlap_;           // of the seam just crossed; the next step returns it
  bool may_skip_ = false;                  // archives overlap, or a skipped record was noted
  std::deque<Error> skipped_;              // not taken by the caller yet
  ResultRecord record_;
  std::vector<Wanted> request_;
  std::unordered_map<MetricId, std::size_t> places_;  // in request_, by metric
  std::vector<Layout> layout_;                        // of the last record, by set
  std::vector<ValueSet> sets_;                        // of RecordedSets
};

}  // namespace fdr
