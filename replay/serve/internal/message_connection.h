// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A client of a server that speaks in messages: each request, and its answer.

#pragma once

#include <memory>
#include <string>

#include "fdr/replay/serve/internal/memory_budget.h"
#include "fdr/replay/serve/internal/message_handler.h"
#include "fdr/replay/serve/internal/socket_connection.h"
#include "fdr/replay/sources/pdu/receive_buffer.h"

namespace fdr {

/// The next request is read when the answer to the present one has been sent.  So a client that
/// does not take its answers costs the memory of one answer, and no other client waits for it.
class MessageConnection final : public SocketConnection {
 public:
  /// Borrows the budget until it is closed.  `for_first`: from the greeting to the first byte.
  MessageConnection(StreamSocket socket, std::shared_ptr<MessageHandler> handler,
                    std::size_t most_request, MemoryBudget& budget, Closed closed,
                    Clock::duration for_first = kForFirst);

  /// Greets the client, and serves it from then on.
  void Start() override;
  std::size_t memory() const override { return memory_; }

 private:
  void CountMemory();
  void OnRead(std::size_t size) override;
  void OnWritten() override { Serve(); }
  bool HasPart() const override { return received_.HasPart(); }
  void Release() override;
  void Serve();
  void Handle(const Pdu& request);
  void OnAnswered(const std::string& end);
  void Send();
  void ExpectMore();

  std::shared_ptr<MessageHandler> handler_;
  MemoryBudget& budget_;
  std::size_t memory_ = 0;
  Clock::duration for_first_;
  bool is_mute_ = true;

  ReceiveBuffer received_;
  bool is_asked_ = false;    // an answer is being made
  bool is_serving_ = false;  // Serve() is on the stack
  ByteBuffer answer_;
};

}  // namespace fdr
