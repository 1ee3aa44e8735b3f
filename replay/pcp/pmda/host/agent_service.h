// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The conversation between a collector and an agent that is a shared object.

#pragma once

#include <mutex>
#include <string>

#include "fdr/replay/pcp/pmda/connection.h"
#include "fdr/replay/pcp/pmda/host/shared_agent.h"

namespace fdr::pmda {

/// Answers until the collector closes the connection.  Returns whether it ended like this.  Calls
/// the agent only with the lock.
bool ServeAgent(SharedAgent& agent, const std::string& label, Connection& connection,
                std::mutex& turn);

}  // namespace fdr::pmda
