// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// From the options of `fdr replay` to a walk through time.

#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/time/zone.h"
#include "fdr/replay/timeline/direction.h"
#include "fdr/tools/options/window_option.h"
#include "fdr/tools/replay/replay_command.h"
#include "fdr/tools/series/row_sink.h"

namespace fdr::tools {

struct Plan {
  bool interpolated = false;
  Direction direction = Direction::kForward;
  Timestamp from;
  std::int64_t step = 0;  ///< between interpolated times, in nanoseconds; positive
  Timestamp window_start, window_end;
  bool ends = true;                    ///< false: rows after the window are shown, too
  std::optional<std::string> warning;  ///< about the window

  Mode mode() const;
  bool IsBeyond(Timestamp t) const {
    return direction == Direction::kForward ? ends && t > window_end : t < window_start;
  }
};

/// The last whole step from `from` that is not beyond `bound`, which may lie on either side.
Timestamp LastStep(Timestamp from, Timestamp bound, std::int64_t step);

/// The options of the command about times and their zone.
WindowOptions WindowOf(const ReplayCommand& command);

/// kInvalidArgument for options that contradict each other.
Result<Plan> MakePlan(const ReplayCommand& command, ArchiveContext& context, const Zone& zone);

/// Decimals of seconds that tell one time from the next: 0, 3, 6 or 9.
int DecimalsOf(std::int64_t step);

/// Times with as much detail as the rows need.
TimeStyle StyleOf(const Plan& plan, const Zone& zone);

}  // namespace fdr::tools
