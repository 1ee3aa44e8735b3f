// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A running agent that is asked one question after the other.  It is not started again.

#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "fdr/replay/name_space/named_context.h"
#include "fdr/replay/sources/agents/agent_context.h"
#include "fdr/replay/sources/agents/hosted_agents.h"
#include "fdr/tools/agent/agent_choice.h"

namespace fdr::tools {

class AskedAgent {
 public:
  /// Starts the agent, and waits until it can be asked.  An agent that fails has a Loss().
  static Result<std::unique_ptr<AskedAgent>> Open(const ChosenAgent& agent,
                                                  std::chrono::nanoseconds timeout);

  Context& metrics() { return named_; }
  /// Without the names of the name space.
  Context& agent() { return asked_; }
  HostedAgents& agents() { return agents_; }
  const NameSpace& names() const { return *names_; }
  std::uint32_t domain() const { return domain_; }
  AgentFacts facts() const { return agents_.Facts().front(); }

  /// For which client the next questions are asked.
  void SetClient(std::uint32_t client);
  std::uint32_t client() const { return client_; }

  /// Asks, and remembers how long the answer took.
  template <class Question>
  auto Ask(Question question) {
    const auto begin = std::chrono::steady_clock::now();
    auto answer = question(named_);
    took_ = std::chrono::steady_clock::now() - begin;
    return answer;
  }
  /// Stores values, and waits for the agent.
  Result<void> Store(const FetchResult& values);
  std::chrono::nanoseconds TakeTook() { return std::exchange(took_, std::chrono::nanoseconds(0)); }

  /// Handles what the agent has said, or that it ended, since the last question.
  void CatchUp();
  /// Why the agent can be asked no longer; nothing while it can.
  std::optional<std::string> Loss();

 private:
  AskedAgent(std::shared_ptr<EventLoop> loop, const ChosenAgent& agent,
             std::chrono::nanoseconds timeout);
  AgentOptions OptionsFor(std::chrono::nanoseconds timeout);

  std::string end_;  // how its process ended; "" while that is not known
  std::optional<std::string> loss_;
  std::shared_ptr<EventLoop> loop_;
  std::uint32_t domain_;
  std::shared_ptr<const NameSpace> names_;
  HostedAgents agents_;
  AgentContext asked_;
  NamedContext named_;
  std::uint32_t client_ = 0;
  std::chrono::nanoseconds took_{0};
};

}  // namespace fdr::tools
