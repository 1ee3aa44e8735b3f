// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Lists of agents.  A mistake has a place; without one, every agent can be started, or connected
// to.

#include <string>
#include <unordered_set>
#include <variant>

#include "fdr/replay/sources/agents/agent_list.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace fdr::fuzz {
namespace {

void CheckKind(const PipeAgent& agent) {
  Require(!agent.command.empty(), "a program has a command");
}
void CheckKind(const SocketAgent&) {}
void CheckKind(const DsoAgent&) {}

void Check(const std::string& text) {
  const auto agents = ParseAgentList(text, "file");
  if (!agents) {
    Require(!agents.error().what.empty(), "a mistake has a message");
    return Require(agents.error().file.starts_with("file:"), "a mistake has a place");
  }
  std::unordered_set<std::uint32_t> domains;
  for (const AgentSpec& agent : *agents) {
    Require(agent.domain > 0 && agent.domain < 511, "a domain is a number from 1 to 510");
    Require(domains.insert(agent.domain).second, "a domain has one agent");
    std::visit([](const auto& kind) { CheckKind(kind); }, agent.kind);
  }
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fdr::fuzz::Check(std::string(fdr::AsText(fdr::fuzz::Input(data, size))));
  return 0;
}
