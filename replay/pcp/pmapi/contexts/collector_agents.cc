// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/contexts/collector_agents.h"

#include <pcp/pmapi.h>

#include <sstream>
#include <string>
#include <utility>
#include <variant>

#include "fdr/replay/text/text_file.h"

namespace fdr::pmapi {
namespace {

constexpr std::size_t kMostBytes = 1 << 20;

}  // namespace

std::vector<AgentSpec> SharedObjectsOfCollector() {
  std::vector<AgentSpec> agents;
  const char* const path = pmGetOptionalConfig("PCP_PMCDCONF_PATH");
  if (path == nullptr) return agents;
  const Result<std::string> text = ReadTextFile(path, kMostBytes);
  if (!text || text->size() > kMostBytes) return agents;
  std::istringstream file(*text);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with('[')) break;  // the rights of clients
    Result<std::vector<AgentSpec>> parsed = ParseAgentList(line + '\n', path);
    if (!parsed) continue;
    for (AgentSpec& agent : *parsed)
      if (std::holds_alternative<DsoAgent>(agent.kind)) agents.push_back(std::move(agent));
  }
  return agents;
}

}  // namespace fdr::pmapi
