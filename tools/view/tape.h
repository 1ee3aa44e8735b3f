// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where in an archive the viewer stands, and how it moves: from sample to sample, or by an
// interval.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/timeline/direction.h"
#include "fdr/tools/view/moment.h"

namespace fdr::tools {

/// Borrows the archive, which has a sink for damage.  An error ends a move where it is.
class Tape {
 public:
  /// `interval`: the distance of moments in nanoseconds; 0: the samples of the archive.
  Tape(ArchiveContext& archive, std::int64_t interval);

  /// The samples are the records with this metric of the context, which is the archive or derives
  /// from it.  Default: all records.
  void Follow(Context& context, MetricId metric);
  void FollowAll();

  Timestamp start() const { return start_; }
  Timestamp end() const { return end_; }
  /// The moment where the tape stands; its distance to the one before is that of the samples.
  const Moment& moment() const { return moment_; }
  Timestamp now() const { return moment_.now; }

  /// Looks for growth.  True if the end has moved.
  bool Grow();

  /// To the next sample, or the one before; false at the end or at the start.
  bool Step(Direction direction);
  /// To the last sample at or before the time; within the archive.
  void GoTo(Timestamp time);
  /// The time that is a part of the whole archive later, such as 0.1; within the archive.
  Timestamp Ahead(double part) const;
  /// To the first sample after the next interruption of the recording, or the last before the
  /// previous one; false if there is none.
  bool GoToGap(Direction direction);

 private:
  std::optional<Timestamp> NextRecord(Timestamp from, Direction direction);
  std::optional<Timestamp> Neighbour(Timestamp from, Direction direction);
  void LookForBursts();
  void Stand(Timestamp now);

  ArchiveContext& archive_;
  std::int64_t interval_;
  Context* context_;
  std::optional<MetricId> metric_;
  double burst_ = 0;  // seconds: records that are closer are one sample
  Timestamp start_, end_;
  Moment moment_;
};

}  // namespace fdr::tools
