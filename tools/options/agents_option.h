// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The agents that an option names: their list, and their names.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/replay/sources/agents/machine_with_agents.h"

namespace fdr::tools {

struct AgentsOption {
  std::optional<std::string> file;  ///< a pmcd.conf
  std::string prefer = "agents";    ///< or "built-in"
  bool in_process = false;          ///< those that are shared objects run inside this program
};

/// The names of agents: from this file, by default from PCP's.
Result<std::shared_ptr<const NameSpace>> NamesOfAgents(const std::optional<std::string>& path);

/// Reads a pmcd.conf.
Result<std::vector<AgentSpec>> ReadAgentList(const std::string& file);

/// The names that -n gives to all metrics: none, if it gives names to agents.
std::optional<std::string> NamesOfAll(const AgentsOption& option,
                                      const std::optional<std::string>& names);

/// Reads the list of agents, and their names: from `names`, by default from PCP's file.
Result<MachineWithAgents::Setup> ReadAgents(const AgentsOption& option,
                                            const std::optional<std::string>& names);

}  // namespace fdr::tools
