// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A traced application: its bytes, and the acknowledgements that it wants.

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "fdr/replay/live/internal/asio.h"
#include "fdr/replay/trace/trace_pdu.h"

namespace fdr {

/// What has arrived is taken, and then acknowledged, before more is read.  So an application that
/// does not read its acknowledgements costs two buffers of fixed size, and no other one waits.
///
/// Pending operations hold a reference.
class TraceConnection : public std::enable_shared_from_this<TraceConnection> {
 public:
  using Clock = SteadyClock;
  using Taken = std::function<void(const TraceData& data)>;
  /// Called once, with the reason; "": the application has left.
  using Closed = std::function<void(const std::string& why)>;

  TraceConnection(StreamSocket socket, std::uint32_t process, Taken taken, Closed closed);

  /// Greets the application.
  void Start();
  /// Closes if the application is too slow.
  void CheckTime(Clock::time_point now);
  void Close(const std::string& why);
  /// Whether the application has sent nothing yet.
  bool IsMute() const;

 private:
  void Receive();
  void OnReceived(const SocketError& error, std::size_t size);
  Result<void> TakeArrived();
  void Acknowledge();
  void OnSent(const SocketError& error);
  void Expect(std::chrono::seconds within) { deadline_ = Clock::now() + within; }
  void ExpectNothing() { deadline_ = Clock::time_point::max(); }

  StreamSocket socket_;
  std::uint32_t process_;  // ours
  Taken taken_;
  Closed closed_;
  ByteBuffer received_;   // of fixed size
  std::size_t size_ = 0;  // of what is in it: between reads, less than a message
  ByteBuffer answers_;
  bool is_sending_ = false;
  bool is_mute_ = true;
  Clock::time_point deadline_ = Clock::time_point::max();
};

}  // namespace fdr
