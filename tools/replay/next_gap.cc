// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/replay/next_gap.h"

#include <algorithm>
#include <cmath>

namespace fdr::tools {

std::optional<Timestamp> NextGap(ArchiveContext& archive, Timestamp from, Timestamp bound,
                                 Direction direction) {
  const bool forward = direction == Direction::kForward;
  if (forward ? bound <= from : bound >= from) return std::nullopt;
  const auto has_gap_up_to = [&](Timestamp there) {
    const Result<bool> gap = archive.HasGapBetween(std::min(from, there), std::max(from, there));
    return gap && *gap;
  };
  if (!has_gap_up_to(bound)) return std::nullopt;
  // Halves the stretch that has the gap until its end is known to a nanosecond.
  Timestamp near = from, far = bound;
  double way = SecondsBetween(near, far);
  while (std::fabs(way) > 1e-9) {
    way /= 2;
    const Timestamp middle = PlusSeconds(near, way);
    if (has_gap_up_to(middle))
      far = middle;
    else
      near = middle;
  }
  return far;
}

}  // namespace fdr::tools
