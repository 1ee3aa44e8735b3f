// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// This machine with the agents that a file lists.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "fdr/replay/sources/agents/hosted_context.h"
#include "fdr/tools/options/agents_option.h"

namespace fdr::tools {

/// How this program runs agents; `in_process` is about those that are shared objects.  Messages
/// about them go to standard error, unless `quiet`.
AgentOptions OptionsOfAgents(bool quiet, bool in_process);

// `names` is the file of the agents' names, instead of PCP's.  Messages about agents go to standard
// error, unless `quiet`.

/// For a server, which waits for the agents itself.
Result<std::unique_ptr<MachineWithAgents>> OpenMachineWithAgents(
    const AgentsOption& option, const std::optional<std::string>& names,
    std::shared_ptr<EventLoop> loop, std::function<void(std::uint32_t)> on_change, bool quiet);

/// For one program; its agents have started.
Result<std::unique_ptr<HostedContext>> OpenHostedMachine(const AgentsOption& option,
                                                         const std::optional<std::string>& names,
                                                         std::shared_ptr<EventLoop> loop,
                                                         std::optional<BusyOptions> busy,
                                                         bool quiet);

}  // namespace fdr::tools
