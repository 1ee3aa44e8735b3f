// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The window of a copy around one time: --around, --before, --after.

#pragma once

#include <optional>
#include <string>

#include "fdr/archive/copy/copy_part.h"
#include "fdr/replay/time/time_window.h"

namespace fdr::tools {

struct AroundWords {
  std::optional<std::string> time;  ///< as -S has it
  std::string before = "10m", after = "10m";
};

/// The time has to be there.  kInvalidArgument for what is no time, or no interval.
Result<TimeSpan> SpanAround(const AroundWords& words, const TimeWindowBounds& bounds);

}  // namespace fdr::tools
