// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/internal/socket_connection.h"

#include <utility>

namespace fdr {

SocketConnection::SocketConnection(StreamSocket socket, Closed closed)
    : ClientConnection(std::move(closed)), socket_(std::move(socket)) {
  SocketError ignored;  // of sockets other than TCP
  socket_.set_option(asio::ip::tcp::no_delay(true), ignored);
  socket_.set_option(asio::socket_base::keep_alive(true), ignored);
  socket_.non_blocking(true, ignored);
}

void SocketConnection::Release() {
  SocketError ignored;
  socket_.close(ignored);
}

bool SocketConnection::HasBytes() const {
  SocketError ignored;
  return socket_.available(ignored) > 0;
}

void SocketConnection::Read(std::span<std::byte> room) {
  socket_.async_read_some(
      asio::buffer(room.data(), room.size()),
      [this, self = shared_from_this()](const SocketError& error, std::size_t size) {
        if (!is_open()) return;
        if (error) return Close(HasPart() ? "it left in the middle of a message" : "");
        OnRead(size);
      });
}

// The socket nearly always has room, so there is usually no wait.
bool SocketConnection::Write(ByteBuffer& bytes, Clock::duration at_most) {
  SocketError error;
  const std::size_t sent = socket_.write_some(asio::buffer(bytes), error);
  if (error && error != asio::error::would_block) {
    bytes.clear();
    Close("");
    return false;
  }
  if (sent < bytes.size()) {
    unsent_.swap(bytes);
    Await(Wait::kToTake, at_most);
    asio::async_write(socket_, asio::buffer(unsent_) + sent,
                      [this, self = shared_from_this()](const SocketError& failed, std::size_t) {
                        unsent_ = ByteBuffer();
                        if (!is_open()) return;
                        if (failed) return Close("");
                        AwaitNothing();
                        OnWritten();
                      });
  }
  bytes.clear();
  return unsent_.empty();
}

void SocketConnection::AwaitRest() {
  if (waits() != Wait::kForRest) Await(Wait::kForRest, kForMessage);
}

bool SocketConnection::WriteNow(Bytes bytes) {
  SocketError error;
  return socket_.write_some(asio::buffer(bytes.data(), bytes.size()), error) == bytes.size();
}

}  // namespace fdr
