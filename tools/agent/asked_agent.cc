// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/agent/asked_agent.h"

#include <fmt/format.h>

#include "fdr/replay/sources/pdu/collector_error.h"
#include "fdr/tools/live/agents_source.h"

namespace fdr::tools {
namespace {

// A lost agent mostly has ended, or does so when its connection is closed.
constexpr std::chrono::milliseconds kForTheEnd{600};
constexpr auto kNever = std::chrono::hours(24 * 365);

// "it exited with status 3"; "" if that is not known.
std::string EndOf(std::uint32_t status) {
  const std::uint32_t exit = status >> 8 & 0xff, signal = status >> 16 & 0xff;
  if (signal != 0) return fmt::format("signal {} ended it", signal);
  return exit != 0 ? fmt::format("it exited with status {}", exit) : "";
}

}  // namespace

Result<std::unique_ptr<AskedAgent>> AskedAgent::Open(const ChosenAgent& agent,
                                                     std::chrono::nanoseconds timeout) {
  Result<std::shared_ptr<EventLoop>> loop = EventLoop::Make();
  if (!loop) return Fail(loop.error());
  std::unique_ptr<AskedAgent> session(new AskedAgent(std::move(*loop), agent, timeout));
  const auto last = std::chrono::steady_clock::now() + timeout;
  while (!session->loss_ && (session->facts().status & AgentFacts::kNotReady) != 0 &&
         (session->agents_.AreStarting() || std::chrono::steady_clock::now() < last))
    session->loop_->RunOneFor(std::chrono::milliseconds(50));
  return session;
}

AgentOptions AskedAgent::OptionsFor(std::chrono::nanoseconds timeout) {
  AgentOptions options = OptionsOfAgents(true, false);
  options.on_output = {};  // all that the agent writes
  options.directory.clear();
  options.start_limit = options.request_limit = timeout;
  options.first_delay = options.longest_delay = kNever;
  options.log = [this](const std::string& line) {
    if (!loss_) loss_ = line;
  };
  return options;
}

AskedAgent::AskedAgent(std::shared_ptr<EventLoop> loop, const ChosenAgent& agent,
                       std::chrono::nanoseconds timeout)
    : loop_(std::move(loop)),
      domain_(agent.spec.domain),
      names_(agent.names),
      agents_(loop_, OptionsFor(timeout)),
      asked_(agents_, agent.names),
      named_(asked_, agent.names) {
  agents_.AddClient({});
  agents_.SetList({agent.spec});
}

void AskedAgent::SetClient(std::uint32_t client) {
  client_ = client;
  asked_.SetClient(client);
}

Result<void> AskedAgent::Store(const FetchResult& values) {
  const std::int32_t code = Ask([&](Context&) {
    std::optional<std::int32_t> answer;
    agents_.StartStore(client_, values, [&answer](std::int32_t outcome) { answer = outcome; });
    while (!answer) loop_->RunOne();
    return *answer;
  });
  if (code != 0) return Fail(CollectorError(code));
  return {};
}

void AskedAgent::CatchUp() {
  while (loop_->RunOneFor(std::chrono::nanoseconds(0))) continue;
}

std::optional<std::string> AskedAgent::Loss() {
  if (!loss_) return loss_;
  const auto last = std::chrono::steady_clock::now() + kForTheEnd;
  while (end_.empty() && std::chrono::steady_clock::now() < last) {
    loop_->RunOneFor(std::chrono::milliseconds(50));
    end_ = EndOf(facts().status);
    if (!end_.empty()) *loss_ += "; " + end_;
  }
  if (end_.empty()) end_ = "unknown";
  return loss_;
}

}  // namespace fdr::tools
