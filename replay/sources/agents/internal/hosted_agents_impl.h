// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The implementation of a collector's agents.

#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "fdr/replay/sources/agents/hosted_agents.h"
#include "fdr/replay/sources/agents/internal/hosted_agent.h"

namespace fdr {

/// The timer holds a reference until Stop().
class HostedAgents::Impl : public std::enable_shared_from_this<Impl> {
 public:
  Impl(asio::io_context& io, AgentOptions options)
      : io_(io), options_(std::move(options)), patience_{options_.request_limit}, ticks_(io) {}

  void SetPatience(const AgentPatience& patience) { patience_ = patience; }

  void TickLater();
  void Stop();

  void SetList(const std::vector<AgentSpec>& list);
  /// nullptr if no agent has the domain.
  HostedAgent* Find(std::uint32_t domain) const;
  bool AreStarting() const;
  const std::vector<std::unique_ptr<HostedAgent>>& agents() const { return agents_; }

  std::uint32_t AddClient(std::vector<AgentClientAttribute> attributes);
  void AddAttribute(std::uint32_t client, AgentClientAttribute attribute);
  void RemoveClient(std::uint32_t client);

 private:
  void Tick();

  asio::io_context& io_;
  AgentOptions options_;
  AgentClients clients_;
  AgentPatience patience_;
  std::size_t lasting_threads_ = 0;
  std::vector<std::unique_ptr<HostedAgent>> agents_;   // in the order of the list
  std::vector<std::unique_ptr<HostedAgent>> retired_;  // whose processes or threads still run
  asio::steady_timer ticks_;
  bool is_stopped_ = false;
};

}  // namespace fdr
