// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How agents are started and asked.

#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/timestamp.h"

namespace fdr {

struct AgentOptions {
  /// Returns the present time, for the stamps of values.  Required.
  std::function<Timestamp()> clock = {};
  /// Where agents run, and write their logs.  Default: the directory of this process.
  std::string directory = {};
  /// The program that loads shared objects, fdr-agent-host.  Without it, there are no such agents.
  std::string dso_host = {};
  /// The module that loads them into this process instead, fdr-agent-host.so.  Each has a thread,
  /// and a crash of one ends this process.  They do not get the directory and the variables.
  std::optional<std::string> dso_module = {};

  /// "NAME=VALUE": environment variables of agents, instead of those of this process.
  std::vector<std::string> variables = {};

  /// From the start of an agent to its first message.  All agents start at the same time, so each
  /// one may need long.
  std::chrono::nanoseconds start_limit = std::chrono::seconds(15);
  /// For each answer.  An agent that takes longer is dropped.
  std::chrono::nanoseconds request_limit = std::chrono::seconds(5);
  /// A lost agent is started again after this delay, which doubles with each loss.
  std::chrono::nanoseconds first_delay = std::chrono::seconds(1);
  /// The delay grows no further.  After an agent has run this long, the first delay counts again.
  std::chrono::nanoseconds longest_delay = std::chrono::minutes(1);
  /// The largest answer.  Memory is taken as its bytes arrive.
  std::size_t max_message = std::size_t{32} << 20;

  /// Takes what agents write to their standard error, in limited amounts (output_allowance.h).
  /// Must not wait.  Empty: agents have the standard error of this process.
  std::function<void(std::string_view text)> on_output = {};

  /// Takes lines about agents: which were lost, and why.
  std::function<void(const std::string& line)> log = [](const std::string&) {};
  /// Takes changes that must be reported to clients: a sum of CollectorChange.
  std::function<void(std::uint32_t changes)> on_change = [](std::uint32_t) {};
  /// Called if a thread of an agent outlives the agents.  What it uses must not be destroyed.
  std::function<void()> on_thread_left = [] {};
};

}  // namespace fdr
