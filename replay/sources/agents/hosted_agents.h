// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The agents of a collector: they are started, asked, and started again if they fail.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "fdr/replay/fetch_result.h"
#include "fdr/replay/sources/agents/agent_clients.h"
#include "fdr/replay/sources/agents/agent_facts.h"
#include "fdr/replay/sources/agents/agent_list.h"
#include "fdr/replay/sources/agents/agent_options.h"
#include "fdr/replay/sources/agents/agent_patience.h"
#include "fdr/replay/sources/net/event_loop.h"

namespace fdr {

/// Works while its loop runs.
class HostedAgents {
 public:
  HostedAgents(std::shared_ptr<EventLoop> loop, AgentOptions options);
  ~HostedAgents() { Stop(); }
  HostedAgents(const HostedAgents&) = delete;
  HostedAgents& operator=(const HostedAgents&) = delete;

  /// Ends the agents, and waits for them at most two seconds; then they are killed.  All open
  /// questions fail, during the call.  Later ones fail at once.
  void Stop();

  /// For later questions.  An agent that takes longer is late: open questions to it fail, and so do
  /// others at once, until it has answered.  Its late answer is ignored.  Default: agents are
  /// dropped before they are late.
  void SetPatience(const AgentPatience& patience);

  /// Ends agents that the list does not have, and starts those that are new or have changed.
  void SetList(const std::vector<AgentSpec>& list);
  bool Has(std::uint32_t domain) const;
  /// Fences an agent off: questions to it fail until it is fenced no longer.  Values are still
  /// stored.  False if there is no agent of this domain.
  bool Fence(std::uint32_t domain, bool fenced);
  /// Whether an agent was not yet heard from, and has not yet failed.
  bool AreStarting() const;
  /// Runs the loop until no agent is.
  void WaitUntilStarted();

  std::vector<AgentFacts> Facts() const;

  /// Returns the number of a new client: the smallest free one.
  std::uint32_t AddClient(std::vector<AgentClientAttribute> attributes);
  void AddAttribute(std::uint32_t client, AgentClientAttribute attribute);
  void RemoveClient(std::uint32_t client);

  /// Has the agents store the values of their metrics.  Ends with PCP's number of the last error,
  /// or 0.  The values are read during the call only.
  void StartStore(std::uint32_t client, const FetchResult& values,
                  std::function<void(std::int32_t)> done);

  EventLoop& loop() { return *loop_; }

  class Impl;
  Impl& impl() { return *impl_; }

 private:
  std::shared_ptr<EventLoop> loop_;
  std::shared_ptr<Impl> impl_;
};

}  // namespace fdr
