// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/timeline/mark_search.h"

#include <algorithm>

namespace fdr {

Result<bool> MarkSearch::Between(Timestamp a, Timestamp b) {
  if (b < a) std::swap(a, b);
  if (const Result<void> moved = cursor_.MoveBehind(a); !moved) return Fail(moved.error());
  const std::size_t archive = timeline_->ArchiveBefore(b.Plus(1));
  const auto nothing = [](const Metadata&, MetricBits&) {};
  while (true) {
    const std::size_t here = cursor_.position().archive;
    const Result<std::optional<TimelineHead>> head = cursor_.Step(Direction::kForward, nothing);
    if (!head) return Fail(head.error());
    if (!*head) return cursor_.position().archive < archive;
    // Where two archives overlap, the mark between them has a later stamp than b, but counts.
    if ((*head)->stamp > b && here >= archive) return false;
    if (!(*head)->is_mark) continue;
    const Result<bool> ignored = marks_.Ignores(cursor_.position());
    if (!ignored) return ignored;
    if (!*ignored) return true;
  }
}

}  // namespace fdr
