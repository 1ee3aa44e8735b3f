// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The agents that a program has chosen for its local contexts: pmSpecLocalPMDA(3).

#pragma once

#include <vector>

#include "fdr/replay/sources/agents/agent_list.h"

namespace fdr::pmapi {

/// The agents of the next context.
std::vector<AgentSpec> LocalAgents();

}  // namespace fdr::pmapi
