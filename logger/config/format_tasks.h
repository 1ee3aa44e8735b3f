// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <span>
#include <string>

#include "fdr/logger/config/log_state.h"

namespace fdr {

/// Says what is logged, and how often, as a configuration that has the same logged: a statement for
/// each task.  Intervals are rounded to whole milliseconds, of which there is at least one.
std::string FormatTasks(std::span<const LogTask> tasks);

}  // namespace fdr
