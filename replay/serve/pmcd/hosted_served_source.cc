// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/pmcd/hosted_served_source.h"

#include <utility>

#include "fdr/replay/set_values.h"

namespace fdr {

HostedServedSource::HostedServedSource(MachineWithAgents& machine, Context& values, OwnMetrics own,
                                       std::function<Timestamp()> wall_clock)
    : machine_(machine), context_(values, std::move(own), std::move(wall_clock)) {}

Context& HostedServedSource::PresentFor(std::uint32_t client) {
  machine_.SetClient(known_as_.at(client));
  return context_;
}

// The server stores its own metrics at once; agents store theirs.
void HostedServedSource::StartStore(std::uint32_t client, const FetchResult& values,
                                    std::function<void(StoreAnswer)> done) {
  StoreAnswer own_answer = 0;
  FetchResult others;
  others.Begin({});
  for (const FetchedSet& set : values.sets()) {
    if (!context_.IsOwn(set.id)) {
      CopySet(values, set, others);
    } else if (const StoreAnswer answer = context_.StoreSet(client, values, set); answer != 0) {
      own_answer = answer;
    }
  }
  machine_.agents().StartStore(known_as_.at(client), others,
                               [own_answer, done = std::move(done)](StoreAnswer answer) {
                                 done(answer != 0 ? answer : own_answer);
                               });
}

// In this order, as PCP's collector tells them.
void HostedServedSource::OnClient(std::uint32_t client,
                                  const std::optional<ClientProcess>& process) {
  std::vector<AgentClientAttribute> attributes;
  if (process)
    attributes = {{AttributeCode::kProcessId, std::to_string(process->process)},
                  {AttributeCode::kGroupId, std::to_string(process->group)},
                  {AttributeCode::kUserId, std::to_string(process->user)}};
  known_as_[client] = machine_.agents().AddClient(std::move(attributes));
}

void HostedServedSource::OnContainer(std::uint32_t client, const std::string& name) {
  machine_.agents().AddAttribute(known_as_.at(client), {AttributeCode::kContainer, name});
}

void HostedServedSource::OnClientGone(std::uint32_t client) {
  machine_.agents().RemoveClient(known_as_.at(client));
  known_as_.erase(client);
}

}  // namespace fdr
