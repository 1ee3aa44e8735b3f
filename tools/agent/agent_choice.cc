// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/agent/agent_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "fdr/archive/base/domains.h"
#include "fdr/tools/agent/request_words.h"
#include "fdr/tools/options/agents_option.h"
#include "fdr/tools/text/nearest_names.h"
#include "fdr/tools/text/quoted_words.h"

namespace fdr::tools {
namespace {

// "sample" for /x/pmdasample, pmda_sample.so and pmdasample.python.
std::string LabelOf(const std::string& path) {
  std::string label = std::filesystem::path(path).filename();
  if (label.starts_with("pmda")) label.erase(0, label.starts_with("pmda_") ? 5 : 4);
  return label.substr(0, label.find('.'));
}

// Interpreters run agents that are files.
std::string LabelOf(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    const std::string file = std::filesystem::path(word).filename();
    if (file.starts_with("pmda") && !LabelOf(word).empty()) return LabelOf(word);
  }
  return LabelOf(words.front());
}

std::optional<std::uint32_t> DomainOfOption(const std::vector<std::string>& words) {
  const auto option = std::ranges::find(words, "-d");
  if (option == words.end() || option + 1 == words.end()) return std::nullopt;
  return WholeNumber(*(option + 1), kLastAgentDomain);
}

std::optional<std::uint32_t> DomainOfNames(const NameSpace& names, const std::string& label) {
  const auto below = names.Traverse(label);
  if (!below || below->empty()) return std::nullopt;
  const Result<MetricId> id = names.Find(below->front());
  if (!id) return std::nullopt;
  return IsDynamicRoot(*id) ? id->cluster() : id->domain();
}

Result<AgentSpec> FromList(const AgentCommand& command) {
  Result<std::vector<AgentSpec>> agents = ReadAgentList(*command.list);
  if (!agents) return Fail(agents.error());
  const auto found = std::ranges::find(*agents, command.agent, &AgentSpec::label);
  if (found != agents->end()) return std::move(*found);
  std::vector<std::string> labels;
  for (const AgentSpec& agent : *agents) labels.push_back(agent.label);
  return Fail(
      Errc::kNotFound,
      fmt::format("there is no agent {}{}", command.agent, DidYouMean(command.agent, labels)),
      *command.list);
}

Result<AgentSpec> FromWords(const AgentCommand& command, const NameSpace& names) {
  const Result<std::vector<std::string>> words = SplitWords(command.agent);
  if (!words) return Fail(words.error());
  if (words->empty()) return Fail(Errc::kInvalidArgument, "the command of the agent is empty");
  const bool is_dso = words->size() == 1 && words->front().ends_with(".so");
  AgentSpec spec{.label = LabelOf(*words), .domain = 0, .kind = {}};
  if (is_dso)
    spec.kind = DsoAgent{std::filesystem::absolute(words->front()),
                         command.init.value_or(spec.label + "_init")};
  else
    spec.kind = PipeAgent{*words, false};
  std::optional<std::uint32_t> domain = command.domain;
  if (!domain && !is_dso) domain = DomainOfOption(*words);
  if (!domain) domain = DomainOfNames(names, spec.label);
  if (!domain)
    return Fail(Errc::kInvalidArgument,
                fmt::format("the domain of {} is not known: --domain N says it", spec.label));
  spec.domain = *domain;
  return spec;
}

// Identifiers name metrics, too: only a file that the user names must be there.
Result<std::shared_ptr<const NameSpace>> NamesFor(const AgentCommand& command) {
  auto names = NamesOfAgents(command.names);
  if (names || command.names || names.error().code != Errc::kNotFound) return names;
  return std::make_shared<const NameSpace>(std::vector<MetricName>());
}

}  // namespace

Result<ChosenAgent> ChooseAgent(const AgentCommand& command) {
  const auto all = NamesFor(command);
  if (!all) return Fail(all.error());
  Result<AgentSpec> spec = command.list ? FromList(command) : FromWords(command, **all);
  if (!spec) return Fail(spec.error());
  auto own =
      std::make_shared<const NameSpace>((*all)->Trimmed([domain = spec->domain](MetricId id) {
        return IsDynamicRoot(id) ? id.cluster() == domain : id.domain() == domain;
      }));
  return ChosenAgent{std::move(*spec), std::move(own)};
}

}  // namespace fdr::tools
