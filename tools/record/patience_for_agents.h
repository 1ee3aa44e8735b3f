// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How long a recording waits for an agent: nearly until the next sample of the task that asks.

#pragma once

#include <algorithm>
#include <chrono>

#include "fdr/logger/config/recording_options.h"
#include "fdr/replay/sources/agents/agent_patience.h"

namespace fdr::tools {

/// A late agent costs its own values.  While an agent answers in time, but slowly, more frequent
/// tasks lose samples.  An agent that hangs has them lose samples only once.
inline AgentPatience PatienceFor(const AskingTask& task) {
  // Agents may be slow on a busy machine.
  constexpr std::chrono::nanoseconds kLeast = std::chrono::milliseconds(100);
  const auto wait = [kLeast](Nanos interval) -> std::chrono::nanoseconds {
    if (interval == 0) return std::chrono::nanoseconds::max();
    return std::max(std::chrono::nanoseconds(interval - interval / 10), kLeast);
  };
  return {.values = wait(task.interval),
          .metadata = wait(task.longest),
          .doubtful_values = wait(task.shortest)};
}

}  // namespace fdr::tools
