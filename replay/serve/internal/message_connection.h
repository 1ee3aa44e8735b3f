// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A client of a server that speaks in messages: its bytes, in and out, and how long it may take for
// them.

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "fdr/replay/live/internal/asio.h"
#include "fdr/replay/live/internal/receive_buffer.h"
#include "fdr/replay/serve/internal/memory_budget.h"
#include "fdr/replay/serve/internal/message_handler.h"

namespace fdr {

/// The next request is read when the answer to the present one has been sent.  So a client that
/// does not take its answers costs the memory of one answer, and no other client waits for it.
///
/// Pending operations hold a reference.
class MessageConnection : public std::enable_shared_from_this<MessageConnection> {
 public:
  using Clock = SteadyClock;
  /// Called once, with the reason; "": the client has left.
  using Closed = std::function<void(const std::string& why)>;
  /// What a client takes that does nothing special.
  static constexpr std::size_t kUsualMemory = 16 * 1024;

  /// Programs speak as soon as they are greeted.
  static constexpr std::chrono::seconds kForFirst{30};

  /// Borrows the budget until it is closed.  `for_first`: from the greeting to the first byte.
  MessageConnection(StreamSocket socket, std::shared_ptr<MessageHandler> handler,
                    std::size_t most_request, MemoryBudget& budget, Closed closed,
                    Clock::duration for_first = kForFirst);

  /// Greets the client, and serves it from then on.
  void Start();
  /// Closes if the client is too slow.
  void CheckTime(Clock::time_point now);
  void Close(const std::string& why);
  /// Whether the client has said nothing yet.
  bool IsMute() const;
  /// The bytes that it takes, about: of requests, of answers, and of what they are about.
  std::size_t memory() const { return memory_; }

 private:
  void CountMemory();
  void Receive();
  void OnReceived(const SocketError& error, std::size_t size);
  void Serve();
  void Handle(const Pdu& request);
  void OnAnswered(const std::string& end);
  void Send();
  void OnSent(const SocketError& error);
  void ExpectMore();
  void Expect(Clock::duration within) { deadline_ = Clock::now() + within; }
  void ExpectNothing() { deadline_ = Clock::time_point::max(); }

  StreamSocket socket_;
  std::shared_ptr<MessageHandler> handler_;
  MemoryBudget& budget_;
  std::size_t memory_ = 0;
  Clock::duration for_first_;
  bool is_mute_ = true;
  Closed closed_;

  ReceiveBuffer received_;
  bool is_asked_ = false;    // an answer is being made
  bool is_serving_ = false;  // Serve() is on the stack
  ByteBuffer answer_;
  ByteBuffer sending_;  // what the socket had no room for
  Clock::time_point deadline_ = Clock::time_point::max();
};

}  // namespace fdr
