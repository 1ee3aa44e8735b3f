// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// This machine and its agents, as they are now.

#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>

#include "fdr/replay/serve/own_context.h"
#include "fdr/replay/serve/pmcd/served_source.h"
#include "fdr/replay/sources/agents/machine_with_agents.h"

namespace fdr {

class HostedServedSource final : public ServedSource {
 public:
  /// Borrows the machine, and `values`: its context, perhaps under other names or with derived
  /// metrics.
  HostedServedSource(MachineWithAgents& machine, Context& values, OwnMetrics own,
                     std::function<Timestamp()> wall_clock);

  Context& PresentFor(std::uint32_t client) override;
  std::uint32_t TakeChanges() override { return machine_.built_in().TakeChanges(); }
  void StartStore(std::uint32_t client, const FetchResult& values,
                  std::function<void(StoreAnswer)> done) override;

  void OnClient(std::uint32_t client, const std::optional<ClientProcess>& process) override;
  void OnContainer(std::uint32_t client, const std::string& name) override;
  void OnClientGone(std::uint32_t client) override;

 private:
  MachineWithAgents& machine_;
  OwnContext context_;
  /// From the numbers of clients, which are never used again, to those that agents know.
  std::unordered_map<std::uint32_t, std::uint32_t> known_as_;
};

}  // namespace fdr
