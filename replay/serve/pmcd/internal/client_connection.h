// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A client of a server: its bytes, in and out, and how long it may take for them.

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "fdr/replay/live/internal/asio.h"
#include "fdr/replay/live/internal/receive_buffer.h"
#include "fdr/replay/serve/pmcd/client_requests.h"

namespace fdr {

/// The next request is read when the answer to the present one has been sent.  So a client that
/// does not take its answers costs the memory of one answer, and no other client waits for it.
///
/// Pending operations hold a reference.
class ClientConnection : public std::enable_shared_from_this<ClientConnection> {
 public:
  using Clock = SteadyClock;
  /// Called once, with the reason; "": the client has left.
  using Closed = std::function<void(const std::string& why)>;

  ClientConnection(StreamSocket socket, ServedSource& source, ServerFacts& facts,
                   std::uint32_t number, Closed closed);

  /// Greets the client, and serves it from then on.
  void Start();
  void Announce(std::uint32_t changes) { requests_.Announce(changes); }
  /// Closes if the client is too slow.
  void CheckTime(Clock::time_point now);
  void Close(const std::string& why);

 private:
  void Receive();
  void OnReceived(const SocketError& error, std::size_t size);
  void Serve();
  void Handle(const Pdu& request);
  void OnAnswered(ClientRequests::Outcome outcome);
  void Send();
  void OnSent(const SocketError& error);
  void Expect(std::chrono::seconds within) { deadline_ = Clock::now() + within; }
  void ExpectNothing() { deadline_ = Clock::time_point::max(); }

  StreamSocket socket_;
  ServerFacts& facts_;
  ClientRequests requests_;
  Closed closed_;

  ReceiveBuffer received_;
  bool is_asked_ = false;    // an answer is being made
  bool is_serving_ = false;  // Serve() is on the stack
  ByteBuffer answer_;
  ByteBuffer sending_;  // what the socket had no room for
  Clock::time_point deadline_ = Clock::time_point::max();
};

}  // namespace fdr
