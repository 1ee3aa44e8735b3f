// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// From the options of `fdr replay` to a walk through time.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "fdr/replay/archive_context.h"
#include "fdr/replay/direction.h"
#include "fdr/replay/zone.h"
#include "fdr/tools/replay.h"

namespace fdr::tools {

struct Plan {
  bool interpolated = false;
  Direction direction = Direction::kForward;
  Timestamp from;
  std::optional<Timestamp> until;  ///< the last time to be shown; nothing: as far as it goes
  std::int64_t step = 0;           ///< between interpolated times, in nanoseconds; positive
  Timestamp window_start, window_end;
  std::optional<std::string> warning;  ///< about the window

  Mode mode() const;
  bool IsBeyond(Timestamp t) const {
    return until && (direction == Direction::kForward ? t > *until : t < *until);
  }
};

/// The last of the times that are whole steps from here and not beyond a bound, on either side.
Timestamp LastStep(Timestamp from, Timestamp bound, std::int64_t step);

/// kInvalidArgument for what contradicts itself.
Result<Plan> MakePlan(const ReplayCommand& command, ArchiveContext& context, const Zone& zone);

}  // namespace fdr::tools
