// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads archives that may grow: record by record, and interpolated at any time.
//
// Records may lie out of order.  Record by record, they are read in the order of the files.
// Interpolation reads them in the order of time.

#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "fdr/replay/interpolation/interpolator.h"
#include "fdr/replay/recorded/record_replay.h"
#include "fdr/replay/timeline/mark_search.h"
#include "fdr/replay/timeline/timeline.h"

namespace fdr {

/// One thread at a time.
class TimelineReader {
 public:
  /// `names` and `options` must be those that opened the timeline.
  TimelineReader(std::string names, OpenOptions options, const InterpolationRules& rules,
                 std::shared_ptr<Timeline> timeline, bool follows);
  TimelineReader(const TimelineReader&) = delete;
  TimelineReader& operator=(const TimelineReader&) = delete;

  /// Returns a reader of the same timeline at the same place.  Another thread may use it.
  std::unique_ptr<TimelineReader> Duplicate();

  /// Valid until the reader grows: by Grow(), EndTime(), LastStamp() or ReachesTo().
  const Timeline& timeline() const { return *timeline_; }
  RecordReplay& records() { return records_; }

  /// See ArchiveContext.
  Result<Timestamp> EndTime();
  Result<Timestamp> LastStamp();
  Result<bool> Grow();
  /// Grow(), if it follows growth by itself.
  Result<bool> Follow() { return follows_ ? Grow() : false; }
  void OutlivesDuplicates() { timeline_is_shared_ = false; }
  bool IsInOrder();

  /// Whether the log reaches up to `t`.
  Result<bool> ReachesTo(Timestamp t);
  /// Interpolates at any time, also outside of the log.
  Result<void> FetchAt(Timestamp t, std::span<const MetricId> metrics, const Profile& profile,
                       FetchResult& result);
  Result<void> FetchLastAt(Timestamp t, std::span<const MetricId> metrics, FetchResult& result);
  /// Whether recording was interrupted between two times.
  Result<bool> HasGapBetween(Timestamp a, Timestamp b);

 private:
  void Sort();
  template <class Read>
  auto InOrder(Read read) -> decltype(read());
  Result<void> Renew(Timeline::Change change, std::shared_ptr<Timeline>& timeline) const;

  std::string names_;
  OpenOptions options_;
  InterpolationRules rules_;
  bool follows_;
  std::shared_ptr<Timeline> timeline_;  // shared with duplicates, until it grows
  bool timeline_is_shared_ = false;     // or was once: see OutlivesDuplicates()
  RecordReplay records_;
  // The timeline in the order of time, perhaps timeline_ itself, and its readers.
  std::shared_ptr<const Timeline> in_order_;
  std::optional<std::uint64_t> order_version_;  // nothing: in_order_ is not made yet
  Interpolator interpolator_;
  MarkSearch marks_;
  std::optional<Timestamp> end_;  // of the log, when last looked up
};

}  // namespace fdr
