// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/mark_rule.h"

#include "fdr/replay/time_scale.h"

namespace fdr {
namespace {

constexpr std::size_t kBufferSize = 16 * 1024;

// The stamp of the nearest record that is no mark.
Result<std::optional<Timestamp>> Nearest(TimelineCursor& cursor, bool forward) {
  while (true) {
    const Result<std::optional<TimelineEvent>> event = forward ? cursor.Next() : cursor.Previous();
    if (!event) return Fail(event.error());
    if (!*event) return std::nullopt;
    if (!(*event)->is_mark) return (*event)->stamp;
  }
}

}  // namespace

Result<bool> MarkRule::Ignores(const Timeline& timeline, TimelinePosition position) const {
  if (ignore_up_to < 0) return false;
  TimelineCursor probe(timeline, kBufferSize);
  std::optional<Timestamp> around[2];
  for (const bool forward : {false, true}) {
    if (const Result<void> restored = probe.Restore(position); !restored)
      return Fail(restored.error());
    const Result<std::optional<Timestamp>> nearest = Nearest(probe, forward);
    if (!nearest) return Fail(nearest.error());
    if (!*nearest) return false;  // nothing on that side to be interpolated
    around[forward] = **nearest;
  }
  const TimeScale scale(timeline.start());
  return scale.From(*around[1]) - scale.From(*around[0]) <= ignore_up_to;
}

}  // namespace fdr
