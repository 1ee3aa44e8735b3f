// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which agent a command line names, and how it is started.

#pragma once

#include <memory>

#include "fdr/replay/name_space/name_space.h"
#include "fdr/replay/sources/agents/agent_list.h"
#include "fdr/tools/agent/agent_command.h"

namespace fdr::tools {

struct ChosenAgent {
  AgentSpec spec;
  std::shared_ptr<const NameSpace> names;  ///< of this agent only
};

/// The domain that nothing names is that of the agent's option -d, or of its names.
Result<ChosenAgent> ChooseAgent(const AgentCommand& command);

}  // namespace fdr::tools
