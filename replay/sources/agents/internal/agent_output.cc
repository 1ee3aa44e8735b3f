// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agents/internal/agent_output.h"

#include <utility>

namespace fdr {

AgentOutput::AgentOutput(asio::io_context& io, local::UniqueFd from_agent,
                         OutputAllowance& allowance, Events events)
    : from_agent_(io, from_agent.Release()),
      pause_(io),
      allowance_(allowance),
      events_(std::move(events)) {}

void AgentOutput::Start() {
  SocketError ignored;
  from_agent_.non_blocking(true, ignored);
  Receive();
}

// One piece at a time: between two of them, other events have their turn.  Nothing is read before
// its turn, so Close() finds all that has arrived.
void AgentOutput::Receive() {
  from_agent_.async_wait(asio::posix::stream_descriptor::wait_read,
                         [self = shared_from_this()](const SocketError& error) {
                           if (!self->from_agent_.is_open()) return;
                           error ? self->Close() : self->TakePiece();
                         });
}

void AgentOutput::TakePiece() {
  SocketError error;
  const std::size_t size = from_agent_.read_some(asio::buffer(buffer_), error);
  if (error && error != asio::error::would_block) return Close();
  Pass(size) ? Receive() : ReceiveLater();
}

// An agent that writes for ever costs little time.
void AgentOutput::ReceiveLater() {
  pause_.expires_after(kPause);
  pause_.async_wait([self = shared_from_this()](const SocketError& error) {
    if (!error && self->from_agent_.is_open()) self->Receive();
  });
}

bool AgentOutput::Pass(std::size_t size) {
  const std::string_view text(buffer_.data(), size);
  const std::size_t allowed = allowance_.Take(size, SteadyClock::now());
  if (allowed > 0) events_.on_text(text.substr(0, allowed));
  if (allowed < size && allowance_.IsNews()) events_.on_excess();
  return allowed == size;
}

// The agent may have said why it ends, but a process that it left behind may write for ever.
void AgentOutput::Close() {
  if (!from_agent_.is_open()) return;
  SocketError error;
  const std::size_t size = from_agent_.read_some(asio::buffer(buffer_), error);
  if (!error) Pass(size);
  SocketError ignored;
  from_agent_.close(ignored);
  pause_.cancel();
}

}  // namespace fdr
