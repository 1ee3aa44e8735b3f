// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The thread of an agent that runs inside this process.

#pragma once

#include <memory>
#include <string>
#include <thread>

#include "fdr/archive/base/error.h"
#include "fdr/replay/sources/agents/agent_list.h"
#include "fdr/replay/sources/net/unique_fd.h"

namespace fdr {

/// It ends when the connection is closed, but not before the agent has returned from the function
/// that it is in.  Nothing else can end it.
class AgentThread {
 public:
  /// Loads the module: agent_module.h.  `agent` is a shared object.
  static Result<AgentThread> Start(const std::string& module, const AgentSpec& agent,
                                   local::UniqueFd in, local::UniqueFd out);
  AgentThread(AgentThread&&) noexcept = default;
  AgentThread& operator=(AgentThread&&) = delete;
  /// Leaves a thread to itself that still runs.
  ~AgentThread();

  /// Whether the agent runs no longer.
  bool IsOver() const;
  /// Why the agent could not begin; "" if it has begun.  For a thread that is over.
  const std::string& complaint() const;

 private:
  struct Run;
  explicit AgentThread(std::shared_ptr<Run> run);

  std::shared_ptr<Run> run_;
  std::thread thread_;
};

}  // namespace fdr
