// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/internal/message_connection.h"

#include <utility>

namespace fdr {
namespace {

constexpr std::chrono::seconds kForRequest{5};  // from its first byte to its last one
constexpr std::chrono::seconds kForAnswer{30};
constexpr std::size_t kMostKept = 1 << 17;  // memory for answers, between them

}  // namespace

MessageConnection::MessageConnection(StreamSocket socket, std::shared_ptr<MessageHandler> handler,
                                     std::size_t most_request, MemoryBudget& budget, Closed closed,
                                     Clock::duration for_first)
    : socket_(std::move(socket)),
      handler_(std::move(handler)),
      budget_(budget),
      for_first_(for_first),
      closed_(std::move(closed)),
      received_(most_request) {}

void MessageConnection::Start() {
  SocketError ignored;  // of sockets other than TCP
  socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
  socket_.set_option(asio::socket_base::keep_alive(true), ignored);
  socket_.non_blocking(true, ignored);
  handler_->Greet(answer_);
  Send();
  if (sending_.empty()) Serve();
}

void MessageConnection::Close(const std::string& why) {
  if (!closed_) return;
  const auto self = shared_from_this();
  ExpectNothing();
  SocketError ignored;
  socket_.close(ignored);
  budget_.Change(std::exchange(memory_, 0), 0);
  std::exchange(closed_, nullptr)(why);
}

void MessageConnection::CheckTime(Clock::time_point now) {
  if (now < deadline_) return;
  if (!sending_.empty()) return Close("it did not take its answer within 30 s");
  if (!is_mute_) return Close("its request did not arrive within 5 s");
  if (IsMute()) Close("it has said nothing");
}

// What waits in the socket is late because of this server.
bool MessageConnection::IsMute() const {
  SocketError ignored;
  return is_mute_ && socket_.available(ignored) == 0;
}

void MessageConnection::Receive() {
  const std::span<std::byte> room = received_.Room();
  socket_.async_read_some(asio::buffer(room.data(), room.size()),
                          [self = shared_from_this()](const SocketError& error, std::size_t size) {
                            self->OnReceived(error, size);
                          });
}

void MessageConnection::OnReceived(const SocketError& error, std::size_t size) {
  if (!closed_) return;
  if (error) return Close(received_.HasPart() ? "it left in the middle of a request" : "");
  received_.Add(size);
  is_mute_ = false;
  Serve();
}

// Answers what has arrived, until an answer must be waited for.
void MessageConnection::Serve() {
  is_serving_ = true;
  while (closed_ && !is_asked_ && sending_.empty()) {
    const Result<std::optional<Pdu>> next = received_.Next();
    if (!next) {
      Close("it sent what is no request: " + next.error().what);
    } else if (*next) {
      ExpectNothing();
      Handle(**next);
    } else {
      ExpectMore();
      Receive();
      break;
    }
  }
  is_serving_ = false;
  CountMemory();
}

void MessageConnection::ExpectMore() {
  if (is_mute_) return Expect(for_first_);
  received_.HasPart() ? Expect(kForRequest) : ExpectNothing();
}

// Of a closed connection, nothing counts.
void MessageConnection::CountMemory() {
  if (!closed_) return;
  const std::size_t now =
      received_.capacity() + answer_.capacity() + sending_.capacity() + handler_->Memory();
  budget_.Change(std::exchange(memory_, now), now);
}

void MessageConnection::Handle(const Pdu& request) {
  is_asked_ = true;
  handler_->Answer(request, answer_,
                   [self = shared_from_this()](const std::string& end) { self->OnAnswered(end); });
}

void MessageConnection::OnAnswered(const std::string& end) {
  is_asked_ = false;
  if (!closed_) return;
  Send();
  if (!end.empty()) return Close(end);
  if (!is_serving_) Serve();
}

// The socket nearly always has room, so there is usually no wait.
void MessageConnection::Send() {
  if (answer_.empty()) return;
  SocketError error;
  const std::size_t sent = socket_.write_some(asio::buffer(answer_), error);
  if (error && error != asio::error::would_block) {
    answer_.clear();
    return Close("");
  }
  if (sent < answer_.size()) {
    sending_.swap(answer_);
    Expect(kForAnswer);
    asio::async_write(socket_, asio::buffer(sending_) + sent,
                      [self = shared_from_this()](const SocketError& failed, std::size_t) {
                        self->OnSent(failed);
                      });
  }
  answer_.clear();
  if (answer_.capacity() > kMostKept) answer_ = ByteBuffer();
}

void MessageConnection::OnSent(const SocketError& error) {
  sending_ = ByteBuffer();
  if (!closed_) return;
  ExpectNothing();
  if (error) return Close("");
  Serve();
}

}  // namespace fdr
