// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which marks of a timeline count.

#pragma once

#include <optional>

#include "fdr/replay/interpolation_rules.h"
#include "fdr/replay/timeline/timeline_cursor.h"

namespace fdr {

/// Applies the rule to the marks of a timeline.  One thread at a time.  Borrows the timeline.
class MarkFilter {
 public:
  MarkFilter(const Timeline& timeline, MarkRule rule) : timeline_(&timeline), rule_(rule) {}

  /// Whether the rule ignores the mark beside `position`, by the distance of the records around it.
  Result<bool> Ignores(TimelinePosition position);

 private:
  Result<void> LookAround(TimelinePosition position);

  const Timeline* timeline_;
  MarkRule rule_;
  // The last answer holds for the whole run of marks between two records.
  std::optional<TimelinePosition> run_begin_, run_end_;
  bool ignores_run_ = false;
};

}  // namespace fdr
