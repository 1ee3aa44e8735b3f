// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/agents_option.h"

#include <cstdlib>
#include <utility>

#include "fdr/replay/text/text_file.h"
#include "fdr/tools/options/name_space_option.h"
#include "fdr/tools/options/pcp_directory.h"

namespace fdr::tools {
namespace {

constexpr std::size_t kLargestAgentList = 1 << 20;

std::string DefaultNames() {
  const char* const names = std::getenv("PMNS_DEFAULT");
  return names != nullptr ? names : PcpVarDirectory() + "/pmns/root";
}

}  // namespace

Result<std::shared_ptr<const NameSpace>> NamesOfAgents(const std::optional<std::string>& path) {
  auto names = ReadNameSpace(path ? *path : DefaultNames());
  if (names || path || names.error().code != Errc::kNotFound) return names;
  Error error = names.error();
  error.what += "; the names of agents are there. " + PcpVarDirectory() +
                "/pmns/Rebuild makes the file, and -n names another one";
  return Fail(std::move(error));
}

Result<std::vector<AgentSpec>> ReadAgentList(const std::string& file) {
  const Result<std::string> text = ReadTextFile(file, kLargestAgentList);
  if (!text) return Fail(text.error());
  if (text->size() > kLargestAgentList)
    return Fail(Errc::kTooLarge, "a list of agents has at most 1 MiB", file);
  return ParseAgentList(*text, file);
}

std::optional<std::string> NamesOfAll(const AgentsOption& option,
                                      const std::optional<std::string>& names) {
  return option.file ? std::nullopt : names;
}

Result<MachineWithAgents::Setup> ReadAgents(const AgentsOption& option,
                                            const std::optional<std::string>& names) {
  Result<std::vector<AgentSpec>> agents = ReadAgentList(*option.file);
  if (!agents) return Fail(agents.error());
  auto known = NamesOfAgents(names);
  if (!known) return Fail(known.error());
  return MachineWithAgents::Setup{std::move(*agents), std::move(*known),
                                  option.prefer == "built-in"};
}

}  // namespace fdr::tools
