// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Walks a timeline, and after a few steps skips what is of no interest: the volumes' summaries say
// where that is.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <optional>

#include "fdr/archive/summary/volume_summary.h"
#include "fdr/replay/timeline/direction.h"
#include "fdr/replay/timeline/record_place.h"
#include "fdr/replay/timeline/timeline_cursor.h"

namespace fdr {

/// One thread at a time.  Borrows the timeline.
class HoppingCursor {
 public:
  /// Sets the bits of the metrics of interest, by their places in the metadata.  Asked anew at
  /// every hop.
  using Interest = std::function<void(const Metadata&, MetricBits&)>;

  explicit HoppingCursor(const Timeline& timeline);

  /// To behind the last event at or before t; cheap if that is near.
  Result<void> MoveBehind(Timestamp t);
  /// To where another one of the same timeline stands.
  Result<void> MoveTo(TimelinePosition position);

  /// The next event in the direction.  Records that have no metric of interest may be left out;
  /// marks never are.  Nothing at either end, also where the very last record is not all there
  /// (yet).  Where a summary tells about the record itself, its body is not read.
  Result<std::optional<TimelineEvent>> Step(Direction direction, const Interest& interest);
  /// The same, and no body is read.
  Result<std::optional<TimelineEvent>> StepHead(Direction direction, const Interest& interest);

  /// Whether the record that lies next in the direction has no stamp on the wrong side of the one
  /// passed last, as far as that is not known anyway, from the summary of the volume.
  Result<bool> GoesOnInOrder(Direction direction, Timestamp last);

  /// Whether the way here has shown that there is no mark, nor what counts as one, behind the
  /// earlier of two times and up to the later one.
  bool KnowsNoMarkBetween(Timestamp a, Timestamp b) const {
    return without_mark_ && without_mark_->from <= std::min(a, b) &&
           std::max(a, b) <= without_mark_->to;
  }

  /// So many bytes were read that nobody wanted, since it was not known where the others are: a
  /// summary would tell, and after many of them there is one.
  void NoteReadInVain(std::uint64_t bytes) { in_vain_ += bytes; }

  TimelinePosition position() const { return cursor_.position(); }
  bool KnowsDamage() const { return cursor_.HasLearned(); }
  /// Of the last record: where it is, and what lies where in it, if that is known.
  RecordPlace PlaceOf(const TimelineHead& record) const {
    return {&cursor_.source(), record.record.offset, record.body_size};
  }
  std::optional<RecordMap> MapOf(const TimelineHead& record) const;

 private:
  // A part of a volume that is worth reading, in the direction of travel: from its start to its
  // edge.  Without an edge, what is at the start must be looked at again.
  struct Stretch {
    std::uint64_t start = 0;
    std::uint64_t edge = 0;
  };

  struct Times {
    Timestamp from, to;
  };
  struct Passed {  // the record that ends at the position
    TimelinePosition end;
    Timestamp stamp;
  };

  bool IsFarByIndex(Timestamp t) const;
  Result<void> WalkBehind(Timestamp t);
  Result<std::optional<TimelineHead>> TakeHead(Direction direction);
  Result<std::optional<TimelineHead>> WalkStep(Direction direction);
  Result<void> Jump(Timestamp t);
  void NoteArrival(Timestamp t);
  Result<void> HopIfFar(Direction direction, const Interest& interest);
  bool MayHop() const;
  Result<void> Hop(Direction direction, const Interest& interest);
  bool IsOnStretch(TimelinePosition here, Direction direction) const;
  Stretch Ahead(std::uint64_t offset, std::uint64_t first, const VolumeSummary& summary);
  Stretch Behind(std::uint64_t offset, std::uint64_t first, const VolumeSummary& summary);

  const Timeline* timeline_;
  TimelineCursor cursor_;
  int walked_ = 0;             // steps since MoveBehind()
  std::uint64_t in_vain_ = 0;  // bytes that were read, and with a summary had not been

  std::optional<Times> without_mark_;  // from where the cursor went, step by step, to the last t
  bool lost_track_ = true;             // since: it jumped, or came upon a mark
  std::array<std::optional<Passed>, 3> passed_;  // by WalkBehind(), forward: the last of them

  WantedMetrics wanted_;      // of the last hop
  TimelinePosition stretch_;  // the archive and volume that the edge is in
  std::uint64_t edge_ = 0;
  std::size_t chunk_ = 0;  // the last one that was looked for
};

}  // namespace fdr
