// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/agents/internal/agent_connection.h"

#include <string>
#include <utility>
#include <vector>

namespace fdr {
namespace {

tl::unexpected<Error> Late() { return Fail(Errc::kTimeout, "it is late"); }

}  // namespace

AgentConnection::AgentConnection(asio::io_context& io, local::UniqueFd from_agent,
                                 local::UniqueFd to_agent, std::size_t max_message, Events events)
    : from_agent_(io, from_agent.Release()),
      to_agent_(io, to_agent.Release()),
      received_(max_message),
      events_(std::move(events)),
      deadline_(io, *this, &AgentConnection::OnLimit),
      patience_(io, *this, &AgentConnection::OnLate) {}

void AgentConnection::Start() {
  SocketError ignored;
  from_agent_.non_blocking(true, ignored);
  to_agent_.non_blocking(true, ignored);
  Receive();
}

void AgentConnection::Tell(ByteBuffer message) { Ask(std::move(message), {}, nullptr); }

void AgentConnection::Ask(ByteBuffer message, Limits limits, Reply reply) {
  if (is_late_ && reply) return reply(Late());
  waiting_.push_back({std::move(message), limits, std::move(reply)});
  SendNext();
}

void AgentConnection::Close(const Error& error) {
  if (std::exchange(is_closed_, true)) return;
  const auto self = shared_from_this();  // a reply may drop the last other reference
  deadline_.Cancel();
  patience_.Cancel();
  SocketError ignored;
  from_agent_.close(ignored);
  to_agent_.close(ignored);
  const Events events = std::exchange(events_, {});
  if (events.on_closed) events.on_closed(error);
  if (const Reply asked = std::exchange(asked_, nullptr)) asked(Fail(error));
  for (const Item& item : std::exchange(waiting_, {}))
    if (item.reply) item.reply(Fail(error));
}

// All messages up to the next question go together.
void AgentConnection::SendNext() {
  if (is_closed_ || is_writing_ || asked_) return;
  while (!waiting_.empty() && !asked_) {
    Item item = std::move(waiting_.front());
    waiting_.pop_front();
    if (sending_.empty())
      sending_ = std::move(item.message);
    else
      ByteWriter(sending_).Raw(item.message);
    asked_ = std::move(item.reply);
    if (!asked_) continue;
    Expect(item.limits.answer);
    if (item.limits.patience < item.limits.answer) patience_.Start(item.limits.patience);
  }
  Write();
}

// A pipe nearly always has room, so there is usually no wait.  If the agent has closed its end,
// reading reports it.
void AgentConnection::Write() {
  if (sending_.empty()) return;
  SocketError error;
  const std::size_t sent = to_agent_.write_some(asio::buffer(sending_), error);
  if (sent == sending_.size() || (error && error != asio::error::would_block))
    return sending_.clear();
  is_writing_ = true;
  asio::async_write(to_agent_, asio::buffer(sending_) + sent,
                    [self = shared_from_this()](const SocketError& failed, std::size_t) {
                      self->OnWritten(failed);
                    });
}

void AgentConnection::OnWritten(const SocketError& error) {
  is_writing_ = false;
  sending_.clear();
  if (!error) SendNext();
}

void AgentConnection::Receive() {
  const std::span<std::byte> room = received_.Room();
  from_agent_.async_read_some(
      asio::buffer(room.data(), room.size()),
      [self = shared_from_this()](const SocketError& error, std::size_t size) {
        self->OnReceived(error, size);
      });
}

void AgentConnection::OnReceived(const SocketError& error, std::size_t size) {
  if (is_closed_) return received_.Release();
  if (error) {
    const std::string where = received_.HasPart() ? " in the middle of a message" : "";
    return Close({Errc::kDisconnected, "it ended the connection" + where, {}, 0});
  }
  received_.Add(size);
  while (!is_closed_) {
    const Result<std::optional<Pdu>> next = received_.Next();
    if (!next) {
      Close(next.error());
      break;
    }
    if (!*next) return Receive();
    Dispatch(**next);
  }
  received_.Release();
}

void AgentConnection::Dispatch(const Pdu& pdu) {
  deadline_.Stop();
  patience_.Stop();
  if (std::exchange(is_late_, false)) {
    asked_ = nullptr;
    const auto on_late_answer = events_.on_late_answer;
    on_late_answer(pdu);
    return SendNext();
  }
  if (const Reply asked = std::exchange(asked_, nullptr)) {
    asked(pdu);
    return SendNext();
  }
  const auto on_unasked = events_.on_unasked;  // which may close the connection
  on_unasked(pdu);
}

// The next message of the agent answers the question that was sent: nothing else waits for it.
void AgentConnection::OnLate(std::chrono::nanoseconds) {
  is_late_ = true;
  const auto on_late = events_.on_late;
  on_late();
  std::vector<Reply> open = {std::exchange(asked_, [](const Result<Pdu>&) {})};
  for (Item& item : std::exchange(waiting_, {})) {
    if (item.reply)
      open.push_back(std::move(item.reply));
    else
      waiting_.push_back(std::move(item));
  }
  for (const Reply& reply : open) reply(Late());
}

void AgentConnection::OnLimit(std::chrono::nanoseconds limit) {
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(limit).count();
  Close({Errc::kTimeout, "it did not answer within " + std::to_string(seconds) + " s", {}, 0});
}

}  // namespace fdr
