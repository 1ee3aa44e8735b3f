// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A context that owns a machine with agents: for programs that are no servers.

#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "fdr/replay/forwarding_context.h"
#include "fdr/replay/sources/agents/machine_with_agents.h"

namespace fdr {

class HostedContext final : public ForwardingContext {
 public:
  /// Waits until each agent was heard from, or has failed.
  static Result<std::unique_ptr<HostedContext>> Open(LocalOptions local, AgentOptions options,
                                                     std::shared_ptr<EventLoop> loop,
                                                     const MachineWithAgents::Setup& setup);

  /// The changes that were noticed since the last call: CollectorChange.
  std::uint32_t TakeChanges() {
    return std::exchange(*changes_, 0) | machine_->built_in().TakeChanges();
  }
  /// Has the agents store the values, and waits.  Returns PCP's number of the last error, or 0.
  std::int32_t Store(const FetchResult& values);

  LocalContext& built_in() { return machine_->built_in(); }
  HostedAgents& agents() { return machine_->agents(); }

 private:
  HostedContext(std::unique_ptr<MachineWithAgents> machine, std::shared_ptr<std::uint32_t> changes)
      : ForwardingContext(machine->context()),
        machine_(std::move(machine)),
        changes_(std::move(changes)) {}

  std::unique_ptr<MachineWithAgents> machine_;
  std::shared_ptr<std::uint32_t> changes_;
};

}  // namespace fdr
