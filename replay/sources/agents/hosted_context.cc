// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agents/hosted_context.h"

#include <optional>

namespace fdr {

Result<std::unique_ptr<HostedContext>> HostedContext::Open(LocalOptions local, AgentOptions options,
                                                           std::shared_ptr<EventLoop> loop,
                                                           const MachineWithAgents::Setup& setup) {
  const auto changes = std::make_shared<std::uint32_t>(0);
  options.on_change = [changes](std::uint32_t more) { *changes |= more; };
  Result<std::unique_ptr<MachineWithAgents>> machine =
      MachineWithAgents::Open(std::move(local), std::move(options), std::move(loop), setup);
  if (!machine) return Fail(machine.error());
  (*machine)->agents().WaitUntilStarted();
  *changes = 0;
  return std::unique_ptr<HostedContext>(new HostedContext(std::move(*machine), changes));
}

// This program is the first client of its agents.
std::int32_t HostedContext::Store(const FetchResult& values) {
  constexpr std::uint32_t kClient = 0;
  const auto answer = std::make_shared<std::optional<std::int32_t>>();
  agents().StartStore(kClient, values, [answer](std::int32_t given) { *answer = given; });
  while (!*answer) agents().loop().RunOne();
  return **answer;
}

}  // namespace fdr
