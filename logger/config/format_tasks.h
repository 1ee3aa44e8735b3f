// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "fdr/logger/config/log_state.h"

namespace fdr {

/// "once", "10 sec".
std::string FormatInterval(std::int64_t nanos);

/// Writes a configuration that logs the same: a statement for each task.  Intervals are rounded to
/// whole milliseconds, at least one.
std::string FormatTasks(std::span<const LogTask> tasks);

}  // namespace fdr
