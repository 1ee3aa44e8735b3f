// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The agents that the option -c names: their list, their names, and where they run.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "fdr/replay/agents/machine_with_agents.h"

namespace fdr::tools {

struct AgentsOption {
  std::optional<std::string> file;  ///< a pmcd.conf
  std::string prefer = "agents";    ///< or "built-in"
};

/// Reads the list of agents, and their names: from `names`, by default from PCP's file.
Result<MachineWithAgents::Setup> ReadAgents(const AgentsOption& option,
                                            const std::optional<std::string>& names);

/// The option names a file.  Messages about agents go to standard error, unless `quiet`.
Result<std::unique_ptr<MachineWithAgents>> OpenMachineWithAgents(
    const AgentsOption& option, const std::optional<std::string>& names,
    std::shared_ptr<EventLoop> loop, std::function<void(std::uint32_t)> on_change, bool quiet);

}  // namespace fdr::tools
