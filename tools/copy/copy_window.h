// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The windows that the options of a copy ask for.

#pragma once

#include <vector>

#include "fdr/archive/copy/record_window.h"
#include "fdr/replay/time/zone.h"
#include "fdr/tools/copy/copy_command.h"

namespace fdr::tools {

/// The window of archives that have records from `start` to `end`; without --daily.
/// kInvalidArgument for times that make no sense, kEmpty if the window is outside.
Result<TimeSpan> WindowAsked(const CopyCommand& command, Timestamp start, Timestamp end,
                             const Zone& zone);

/// The same, and with --daily the window of each day.
Result<std::vector<TimeSpan>> WindowsAsked(const CopyCommand& command, Timestamp start,
                                           Timestamp end, const Zone& zone);

}  // namespace fdr::tools
