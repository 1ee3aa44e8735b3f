// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which marks count.

#pragma once

#include <cstdint>
#include <limits>

#include "fdr/replay/timeline/timeline_cursor.h"

namespace fdr {

/// By default every mark counts: nothing is interpolated across it.
struct MarkRule {
  static constexpr std::int64_t kIgnoreAll = std::numeric_limits<std::int64_t>::max();

  /// Marks between two records that are at most so many nanoseconds apart do not count.  -1: all
  /// do; kIgnoreAll: none does, at the ends of the log neither.
  std::int64_t ignore_up_to = -1;
};

/// Applies the rule to the marks of a timeline.  One thread at a time.  Borrows the timeline.
class MarkFilter {
 public:
  MarkFilter(const Timeline& timeline, MarkRule rule) : timeline_(&timeline), rule_(rule) {}

  /// Whether the rule ignores the mark beside `position`: that between the record before it and the
  /// one behind it.
  Result<bool> Ignores(TimelinePosition position);

 private:
  Result<void> LookAround(TimelinePosition position);

  const Timeline* timeline_;
  MarkRule rule_;
  // What was found last is right for all of the run of marks between two records.
  std::optional<TimelinePosition> run_begin_, run_end_;
  bool ignores_run_ = false;
};

}  // namespace fdr
