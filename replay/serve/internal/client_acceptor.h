// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Takes the clients that connect to the sockets of a server.

#pragma once

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

  /// Nothing is called after Stop().
  ClientAcceptor(asio::io_context& io, std::vector<ListeningSocket> sockets, Accepted accepted,
                 Log log)
      : io_(io),
        sockets_(std::move(sockets)),
        accepted_(std::move(accepted)),
        log_(std::move(log)) {}

  void Start();
  /// To be called every second.  Without free descriptors, clients wait for it.
  void Resume();
  /// Sends a farewell to a client that is not admitted, and logs the first refusals of a second.
  void Refuse(StreamSocket socket, const ByteBuffer& farewell, const std::string& line);
  /// Closes the sockets.
  void Stop();

 private:
  using Acceptor = asio::basic_socket_acceptor<asio::generic::stream_protocol>;

  void Accept(Acceptor& acceptor);
  void OnAccepted(Acceptor& acceptor, const SocketError& error, StreamSocket socket);
  void TellRefused();

  asio::io_context& io_;
  std::vector<ListeningSocket> sockets_;
  Accepted accepted_;
  Log log_;
  std::deque<Acceptor> acceptors_;  // which stay where they are
  std::vector<Acceptor*> resting_;
  std::size_t refused_ = 0;  // since the last Resume()
  bool is_short_ = false;    // clients cannot be accepted
  bool is_stopped_ = false;
};

}  // namespace fdr
