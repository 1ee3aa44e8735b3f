// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Walks a timeline, and after a few steps skips records of no interest.  The volumes' summaries say
// where these are.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "fdr/archive/summary/volume_summary.h"
#include "fdr/replay/timeline/direction.h"
#include "fdr/replay/timeline/record_place.h"
#include "fdr/replay/timeline/timeline_cursor.h"
#include "fdr/replay/timeline/walked_times.h"

namespace fdr {

/// One thread at a time.  Borrows the timeline.
class HoppingCursor {
 public:
  /// Sets the bits of the metrics of interest, by their places in the metadata.  Called at every
  /// hop.
  using Interest = std::function<void(const Metadata&, MetricBits&)>;

  explicit HoppingCursor(const Timeline& timeline);

  /// Moves behind the last event at or before t.  Cheap if the cursor is near.
  Result<void> MoveBehind(Timestamp t);
  /// Moves to the position of another cursor on the same timeline.
  Result<void> MoveTo(TimelinePosition position);

  /// Returns the next event in the direction.  Records without a metric of interest may be left
  /// out; marks never are.  Returns nothing at either end; a last record that is incomplete (so
  /// far) counts as the end.
  Result<std::optional<TimelineHead>> Step(Direction direction, const Interest& interest);

  /// Returns whether the next record in the direction is in order, compared with the stamp `last`.
  /// With a summary of the volume in use, returns true without a look: the summary already shows
  /// the disorder.
  Result<bool> GoesOnInOrder(Direction direction, Timestamp last);

  /// Whether the walk so far has shown that no mark, and no damage or seam, lies in (earlier,
  /// later] of two times.
  bool KnowsNoMarkBetween(Timestamp a, Timestamp b) const { return times_.Connect(a, b); }

  /// Counts the last record, which is read whole.  `in_vain`: only because the volume has no
  /// summary.  When the count is high enough, a summary is made.
  void NoteRead(const TimelineHead& record, bool in_vain);

  TimelinePosition position() const { return cursor_.position(); }
  bool KnowsDamage() const { return cursor_.HasLearned(); }
  /// Where the last record lies, and the map of its sets, if a summary has one.
  RecordPlace PlaceOf(const TimelineHead& record) const {
    return {&cursor_.source(), record.record.offset, record.body_size};
  }
  std::optional<RecordMap> MapOf(const TimelineHead& record) const;

 private:
  // A part of a volume that is worth reading: in the direction of travel, from its start to its
  // edge.  Without an edge (0), the next step looks for a stretch again.
  struct Stretch {
    std::uint64_t start = 0;
    std::uint64_t edge = 0;
  };

  bool IsFarByIndex(Timestamp t) const;
  void NoteAhead(Timestamp stamp, std::size_t archive);
  Result<void> WalkBehind(Timestamp t);
  Result<std::optional<TimelineHead>> TakeHead(Direction direction);
  Result<void> Jump(Timestamp t);
  bool MayHop() const;
  Result<void> Hop(Direction direction, const Interest& interest);
  bool IsOnStretch(TimelinePosition here, Direction direction) const;
  Stretch Ahead(std::uint64_t offset, std::uint64_t first, const VolumeSummary& summary);
  Stretch Behind(std::uint64_t offset, std::uint64_t first, const VolumeSummary& summary);

  const Timeline* timeline_;
  TimelineCursor cursor_;
  int walked_ = 0;             // steps since MoveBehind()
  std::uint64_t in_vain_ = 0;  // bytes read that a summary would have spared

  WalkedTimes times_;               // of MoveBehind()
  std::optional<Timestamp> ahead_;  // no event lies between the place and this time

  WantedMetrics wanted_;      // by the last hop
  TimelinePosition stretch_;  // the archive and volume that the edge is in
  std::uint64_t edge_ = 0;
  std::size_t chunk_ = 0;  // where the next search for a chunk begins
};

}  // namespace fdr
