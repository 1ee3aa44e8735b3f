// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The agents that PCP's collector loads as shared objects: pmcd.conf names them.

#pragma once

#include <vector>

#include "fdr/replay/sources/agents/agent_list.h"

namespace fdr::pmapi {

/// In the order of the file, whose path is the setting PCP_PMCDCONF_PATH.  Lines that make no sense
/// are left out: others may be right.
std::vector<AgentSpec> SharedObjectsOfCollector();

}  // namespace fdr::pmapi
