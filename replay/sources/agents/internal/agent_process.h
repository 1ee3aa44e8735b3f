// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The process of an agent.

#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/replay/sources/agents/agent_options.h"

namespace fdr {

class AgentProcess {
 public:
  /// Descriptors.  -1: no input, the standard error as output, and that of this process.
  struct Streams {
    int in = -1, out = -1, err = -1;
  };

  /// Starts a command without a shell, in the directory and with the variables of the options.
  /// Ctrl-C at the terminal does not reach it.
  static Result<AgentProcess> Start(const std::vector<std::string>& command,
                                    const AgentOptions& options, const Streams& streams);
  AgentProcess(AgentProcess&& other) noexcept;
  AgentProcess& operator=(AgentProcess&& other) noexcept;
  /// Kills it, if it still runs.
  ~AgentProcess();

  /// How the process ended, as of wait(2); nothing while it runs.
  std::optional<int> End();
  /// Asks it to end, and all processes that it has started.
  void Terminate() { Signal(false); }
  void Kill() { Signal(true); }

 private:
  explicit AgentProcess(pid_t pid) : pid_(pid) {}
  void Signal(bool kills);

  pid_t pid_;  // -1: it has ended
  std::optional<int> end_;
};

}  // namespace fdr
