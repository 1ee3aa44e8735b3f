// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agents/machine_with_agents.h"

#include <algorithm>
#include <utility>

namespace fdr {
namespace {

// The collector itself answers for the domain of pmcd, wherever it runs.
constexpr std::uint32_t kPmcdDomain = 2;

std::vector<AgentSpec> HostedOf(const MachineWithAgents::Setup& setup) {
  const std::vector<std::uint32_t> known = LocalContext::Domains();
  std::vector<AgentSpec> hosted = setup.agents;
  std::erase_if(hosted, [&](const AgentSpec& agent) {
    return agent.domain == kPmcdDomain ||
           (setup.prefers_built_in && std::ranges::find(known, agent.domain) != known.end());
  });
  return hosted;
}

}  // namespace

MachineWithAgents::MachineWithAgents(std::unique_ptr<LocalContext> built_in, AgentOptions options,
                                     std::shared_ptr<EventLoop> loop)
    : built_in_(std::move(built_in)),
      agents_(std::move(loop), std::move(options)),
      asked_(agents_, nullptr),
      named_(std::in_place, asked_, nullptr),
      joined_(*built_in_, *named_,
              {.has_metric = [this](MetricId id) { return agents_.Has(id.domain()); },
               .has_indom = [this](InDomId indom) { return agents_.Has(indom.domain()); },
               .has_labels =
                   [this](LabelLevel level, std::uint32_t id) {
                     return agents_.Has(LabelledDomain(level, id));
                   }}) {}

Result<std::unique_ptr<MachineWithAgents>> MachineWithAgents::Open(LocalOptions local,
                                                                   AgentOptions options,
                                                                   std::shared_ptr<EventLoop> loop,
                                                                   const Setup& setup) {
  Result<std::unique_ptr<LocalContext>> built_in = LocalContext::Open(std::move(local));
  if (!built_in) return Fail(built_in.error());
  std::unique_ptr<MachineWithAgents> machine(
      new MachineWithAgents(std::move(*built_in), std::move(options), std::move(loop)));
  machine->Change(setup);
  return machine;
}

void MachineWithAgents::Change(const Setup& setup) {
  const std::vector<AgentSpec> hosted = HostedOf(setup);
  agents_.SetList(hosted);
  std::vector<std::uint32_t> domains;
  domains.reserve(hosted.size());
  for (const AgentSpec& agent : hosted) domains.push_back(agent.domain);
  built_in_->Hide(domains);
  const auto names = std::make_shared<const NameSpace>(setup.names->Trimmed(
      [this](MetricId id) { return agents_.Has(IsDynamicRoot(id) ? id.cluster() : id.domain()); }));
  asked_.SetNames(names);
  named_.emplace(asked_, names);
}

}  // namespace fdr
