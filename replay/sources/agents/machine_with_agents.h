// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// This machine as one context: the built-in collector, and agents for what it does not know.
//
//   auto machine = MachineWithAgents::Open({.clock = now}, {.clock = now}, loop, list, names);
//   (*machine)->agents().WaitUntilStarted();
//   (*machine)->context().Fetch(...);

#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "fdr/replay/joined_context.h"
#include "fdr/replay/name_space/named_context.h"
#include "fdr/replay/sources/agents/agent_context.h"
#include "fdr/replay/sources/agents/hosted_agents.h"
#include "fdr/replay/sources/local/local_context.h"

namespace fdr {

class MachineWithAgents {
 public:
  struct Setup {
    std::vector<AgentSpec> agents;
    /// Where agents have their names.  Names of other metrics do not matter.
    std::shared_ptr<const NameSpace> names;
    /// Whether the built-in collector answers for a domain that an agent knows, too.
    bool prefers_built_in = false;
  };

  /// Starts the agents, and does not wait for them.
  static Result<std::unique_ptr<MachineWithAgents>> Open(LocalOptions local, AgentOptions options,
                                                         std::shared_ptr<EventLoop> loop,
                                                         const Setup& setup);
  /// Open questions fail while the contexts that asked them still exist.
  ~MachineWithAgents() { agents_.Stop(); }

  /// Takes over what is different in another setup.
  void Change(const Setup& setup);

  Context& context() { return joined_; }
  HostedAgents& agents() { return agents_; }
  LocalContext& built_in() { return *built_in_; }
  /// The client for which the next questions are asked: a number of HostedAgents.
  void SetClient(std::uint32_t client) { asked_.SetClient(client); }

 private:
  MachineWithAgents(std::unique_ptr<LocalContext> built_in, AgentOptions options,
                    std::shared_ptr<EventLoop> loop);

  std::unique_ptr<LocalContext> built_in_;
  HostedAgents agents_;
  AgentContext asked_;
  std::optional<NamedContext> named_;
  JoinedContext joined_;
};

}  // namespace fdr
