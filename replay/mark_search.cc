// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/mark_search.h"

#include <algorithm>

namespace fdr {

Result<bool> MarkSearch::Between(Timestamp a, Timestamp b) {
  if (b < a) std::swap(a, b);
  if (const Result<void> moved = cursor_.MoveBehind(a); !moved) return Fail(moved.error());
  const std::size_t archive = timeline_->ArchiveBefore(b.Plus(1));
  const auto nothing = [](const Metadata& metadata) {
    return MetricBits((metadata.metrics().size() + 63) / 64);
  };
  while (true) {
    const Result<std::optional<TimelineEvent>> event = cursor_.Step(Direction::kForward, nothing);
    if (!event) return Fail(event.error());
    if (!*event) return cursor_.position().archive < archive;
    // The mark between two archives that overlap has a later stamp, but counts.
    if ((*event)->stamp > b && (*event)->archive >= archive) return false;
    if (!(*event)->is_mark) continue;
    const Result<bool> ignored = marks_.Ignores(cursor_.position());
    if (!ignored) return ignored;
    if (!*ignored) return true;
  }
}

}  // namespace fdr
