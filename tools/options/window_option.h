// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The part of an archive that the options -S, -T, -O and -A choose, and the zone of its times.

#pragma once

#include <optional>
#include <string>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/time/time_window.h"
#include "fdr/tools/options/common_options.h"

namespace fdr::tools {

struct WindowOptions {
  TimeWindowSpec times;
  std::optional<std::string> zone = {};  ///< as in TZ; instead of common.zone
  bool archive_zone = false;
};

Result<Zone> ZoneOf(const WindowOptions& options, const CommonOptions& common,
                    const LabelRecord& label);

/// The lines with which PCP's tools announce a zone of -Z or -z; "" without these options.
std::string ZoneNote(const WindowOptions& options, const LabelRecord& label);

/// `end`: of the archive; nothing if it has none.
Result<TimeWindow> ParseWindow(const TimeWindowSpec& times, const ArchiveContext& context,
                               std::optional<Timestamp> end, const Zone& zone);

struct ChosenWindow {
  Timestamp start, end;
  Timestamp origin;                    ///< where to begin
  std::optional<std::string> warning;  ///< about the window
};

/// kInvalidArgument for times that contradict each other.
Result<ChosenWindow> ChooseWindow(const TimeWindowSpec& times, ArchiveContext& context,
                                  const Zone& zone);

}  // namespace fdr::tools
