// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/timeline/mark_filter.h"

#include "fdr/replay/timeline/time_scale.h"

namespace fdr {
namespace {

constexpr std::size_t kProbeBufferSize = 16 * 1024;

// Moves up to the nearest record that is not a mark.  Returns its stamp.
Result<std::optional<Timestamp>> Approach(TimelineCursor& cursor, bool forward) {
  while (true) {
    const TimelinePosition here = cursor.position();
    const Result<std::optional<TimelineHead>> head =
        forward ? cursor.NextHead() : cursor.PreviousHead();
    if (!head) return Fail(head.error());
    if (!*head) return std::nullopt;
    if ((*head)->is_mark) continue;
    const Timestamp stamp = (*head)->stamp;
    if (const Result<void> restored = cursor.Restore(here); !restored)
      return Fail(restored.error());
    return stamp;
  }
}

}  // namespace

Result<bool> MarkFilter::Ignores(TimelinePosition position) {
  if (rule_.ignore_up_to < 0) return false;
  if (rule_.ignore_up_to == MarkRule::kIgnoreAll) return true;
  if (!run_begin_ || position < *run_begin_ || *run_end_ < position)
    if (const Result<void> looked = LookAround(position); !looked) return Fail(looked.error());
  return ignores_run_;
}

Result<void> MarkFilter::LookAround(TimelinePosition position) {
  run_begin_.reset();
  TimelineCursor probe(*timeline_, kProbeBufferSize);
  std::optional<Timestamp> around[2];
  TimelinePosition ends[2];
  for (const bool forward : {false, true}) {
    if (const Result<void> restored = probe.Restore(position); !restored) return restored;
    const Result<std::optional<Timestamp>> stamp = Approach(probe, forward);
    if (!stamp) return Fail(stamp.error());
    around[forward] = *stamp;
    ends[forward] = probe.position();
  }
  run_begin_ = ends[0];
  run_end_ = ends[1];
  const TimeScale scale(timeline_->start());
  // Without a record on one side, nothing can be interpolated across the marks.
  ignores_run_ = around[0] && around[1] &&
                 scale.From(*around[1]) - scale.From(*around[0]) <= rule_.ignore_up_to;
  return {};
}

}  // namespace fdr
