// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Agents that do what a test says: odd_agent.py.

#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "fdr/replay/sources/agents/agent_list.h"

namespace fdr::test {

/// The domain whose names odd_agent.py knows.
inline constexpr std::uint32_t kOddDomain = 252;

/// With the options of odd_agent.py.
inline AgentSpec OddAgent(std::uint32_t domain, std::vector<std::string> options = {}) {
  PipeAgent agent{{"/usr/bin/python3", FDR_ODD_AGENT}, false};
  for (std::string& option : options) {
    if (option == "--not-ready") agent.says_when_ready = true;
    agent.command.push_back(std::move(option));
  }
  return {"agent" + std::to_string(domain), domain, std::move(agent)};
}

}  // namespace fdr::test
