// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Walks a timeline, and after a few steps skips what is of no interest: the volumes' summaries say
// where that is.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "fdr/archive/volume_summary.h"
#include "fdr/replay/direction.h"
#include "fdr/replay/timeline.h"

namespace fdr {

/// One thread at a time.  Borrows the timeline.
class HoppingCursor {
 public:
  /// The metrics of interest, by their places in the metadata.  Asked anew at every hop.
  using Interest = std::function<MetricBits(const Metadata&)>;

  explicit HoppingCursor(const Timeline& timeline);

  /// To behind the last event at or before t; cheap if that is near.
  Result<void> MoveBehind(Timestamp t);
  /// To where another one of the same timeline stands.
  Result<void> MoveTo(TimelinePosition position);

  /// The next event in the direction.  Records that have no metric of interest may be left out;
  /// marks never are.  Nothing at either end, also where the very last record is not all there
  /// (yet).
  Result<std::optional<TimelineEvent>> Step(Direction direction, const Interest& interest);
  /// The same forward, with nothing read of the event but its head.
  Result<std::optional<TimelineHead>> StepHead(const Interest& interest);

  TimelinePosition position() const { return cursor_.position(); }

 private:
  // A part of a volume that is worth reading, in the direction of travel: from its start to its
  // edge.  Without an edge, what is at the start must be looked at again.
  struct Stretch {
    std::uint64_t start = 0;
    std::uint64_t edge = 0;
  };

  Result<void> HopIfFar(Direction direction, const Interest& interest);
  bool MayHop() const;
  Result<void> Hop(Direction direction, const Interest& interest);
  bool IsOnStretch(TimelinePosition here, Direction direction) const;
  static Stretch Ahead(std::uint64_t offset, std::uint64_t first, const VolumeSummary& summary,
                       WantedMetrics& wanted);
  static Stretch Behind(std::uint64_t offset, std::uint64_t first, const VolumeSummary& summary,
                        WantedMetrics& wanted);

  const Timeline* timeline_;
  TimelineCursor cursor_;
  int walked_ = 0;                // steps since MoveBehind()
  std::uint64_t walked_far_ = 0;  // bytes of records beyond the first few of each search

  TimelinePosition stretch_;  // the archive and volume that the edge is in
  std::uint64_t edge_ = 0;
};

}  // namespace fdr
