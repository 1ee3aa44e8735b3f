// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/agents/internal/agent_output.h"

#include <utility>

namespace fdr {

AgentOutput::AgentOutput(asio::io_context& io, local::UniqueFd from_agent,
                         OutputAllowance& allowance, Events events)
    : from_agent_(io, from_agent.Release()), allowance_(allowance), events_(std::move(events)) {}

void AgentOutput::Start() {
  SocketError ignored;
  from_agent_.non_blocking(true, ignored);
  Receive();
}

// One piece at a time: between two of them, other events have their turn.
void AgentOutput::Receive() {
  from_agent_.async_read_some(
      asio::buffer(buffer_),
      [self = shared_from_this()](const SocketError& error, std::size_t size) {
        if (!self->from_agent_.is_open()) return;
        if (error) return self->Close();
        self->Pass(size);
        self->Receive();
      });
}

void AgentOutput::Pass(std::size_t size) {
  const std::string_view text(buffer_.data(), size);
  const std::size_t allowed = allowance_.Take(size, SteadyClock::now());
  if (allowed > 0) events_.on_text(text.substr(0, allowed));
  if (allowed < size && allowance_.IsNews()) events_.on_excess();
}

// The agent may have said why it ends, but a process that it left behind may write for ever.
void AgentOutput::Close() {
  if (!from_agent_.is_open()) return;
  SocketError error;
  const std::size_t size = from_agent_.read_some(asio::buffer(buffer_), error);
  if (!error) Pass(size);
  SocketError ignored;
  from_agent_.close(ignored);
}

}  // namespace fdr
