// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Takes the clients that connect to the sockets of a server, and looks after them every second.

#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "fdr/archive/base/byte_order.h"
#include "fdr/replay/live/internal/asio.h"
#include "fdr/replay/serve/listening_socket.h"

namespace fdr {

/// Pending operations hold a reference, so this must not be owned by what it calls.
class ClientAcceptor : public std::enable_shared_from_this<ClientAcceptor> {
 public:
  using Accepted = std::function<void(StreamSocket)>;
  using Log = std::function<void(const std::string& line)>;

  /// Called every second; tells how late it is.
  using Visit = std::function<void(SteadyClock::duration lateness)>;

  /// Nothing is called after Stop().
  ClientAcceptor(asio::io_context& io, std::vector<ListeningSocket> sockets, Accepted accepted,
                 Visit visit, Log log)
      : io_(io),
        sockets_(std::move(sockets)),
        accepted_(std::move(accepted)),
        visit_(std::move(visit)),
        log_(std::move(log)),
        visits_(io) {}

  void Start();
  /// Sends a farewell to a client that is not admitted, and logs the first refusals of a second.
  void Refuse(StreamSocket socket, const ByteBuffer& farewell, const std::string& line);
  /// Closes the sockets.
  void Stop();

 private:
  using Acceptor = asio::basic_socket_acceptor<asio::generic::stream_protocol>;

  void Accept(Acceptor& acceptor);
  void OnAccepted(Acceptor& acceptor, const SocketError& error, StreamSocket socket);
  void VisitLater();
  void Resume();
  void TellRefused();

  asio::io_context& io_;
  std::vector<ListeningSocket> sockets_;
  Accepted accepted_;
  Visit visit_;
  Log log_;
  asio::steady_timer visits_;
  std::deque<Acceptor> acceptors_;  // which stay where they are
  std::vector<Acceptor*> resting_;
  std::size_t refused_ = 0;  // since the last visit
  bool is_short_ = false;    // clients cannot be accepted
  bool is_stopped_ = false;
};

}  // namespace fdr
