// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The two directions of bytes between a collector and an agent: requests, one at a time, and
// answers.  Any failure ends the connection.

#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <memory>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/replay/sources/net/asio.h"
#include "fdr/replay/sources/net/moving_deadline.h"
#include "fdr/replay/sources/net/unique_fd.h"
#include "fdr/replay/sources/pdu/pdu.h"
#include "fdr/replay/sources/pdu/receive_buffer.h"

namespace fdr {

/// Pending operations hold a reference, so the connection must be closed explicitly.
class AgentConnection : public std::enable_shared_from_this<AgentConnection> {
 public:
  /// Called once, with a message that is valid only during the call.
  using Reply = std::function<void(Result<Pdu>)>;
  struct Events {
    std::function<void(const Pdu&)> on_unasked;   ///< a message that is no answer
    std::function<void(const Error&)> on_closed;  ///< called once, before open questions end
    /// Called before open questions end because the agent is late ...
    std::function<void()> on_late = [] {};
    /// ... and with the answer that it was late with.
    std::function<void(const Pdu&)> on_late_answer = [](const Pdu&) {};
  };
  /// How long an answer may take.
  struct Limits {
    std::chrono::nanoseconds answer;    ///< then the connection is closed
    std::chrono::nanoseconds patience;  ///< then the agent is late; no shorter than `answer`: never
  };

  /// Reads from one descriptor and writes to the other.
  AgentConnection(asio::io_context& io, local::UniqueFd from_agent, local::UniqueFd to_agent,
                  std::size_t max_message, Events events);

  void Start();
  /// Sends a message without an answer, after those of all open questions.
  void Tell(ByteBuffer message);
  /// Sends a message, and waits for its answer.  If the agent is late, all open questions fail with
  /// kTimeout, and so do others until it has answered.
  void Ask(ByteBuffer message, Limits limits, Reply reply);
  /// Closes if the agent sends no message within this time.
  void Expect(std::chrono::nanoseconds limit) { deadline_.Start(limit); }
  /// Ends all open questions with this error, during the call.
  void Close(const Error& error);

  bool IsClosed() const { return is_closed_; }
  bool IsLate() const { return is_late_; }

 private:
  struct Item {
    ByteBuffer message;
    Limits limits;
    Reply reply;  // empty: there is no answer
  };

  void SendNext();
  void Write();
  void OnWritten(const SocketError& error);
  void Receive();
  void OnReceived(const SocketError& error, std::size_t size);
  void Dispatch(const Pdu& pdu);
  void OnLimit(std::chrono::nanoseconds limit);
  void OnLate(std::chrono::nanoseconds patience);

  asio::posix::stream_descriptor from_agent_;
  asio::posix::stream_descriptor to_agent_;
  ReceiveBuffer received_;
  Events events_;
  bool is_closed_ = false;

  std::deque<Item> waiting_;  // have not been sent
  Reply asked_;               // of the question that was sent; one for nothing, if it was late
  ByteBuffer sending_;
  bool is_writing_ = false;  // the pipe had no room
  bool is_late_ = false;
  MovingDeadline<AgentConnection> deadline_;
  MovingDeadline<AgentConnection> patience_;
};

}  // namespace fdr
