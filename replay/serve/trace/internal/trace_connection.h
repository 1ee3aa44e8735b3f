// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A traced application: its bytes, and the acknowledgements that it wants.

#pragma once

#include <functional>

#include "fdr/replay/serve/internal/socket_connection.h"
#include "fdr/replay/sources/trace/trace_pdu.h"

namespace fdr {

/// Data that has arrived is taken, and then acknowledged, before more is read.  So an application
/// that does not read its acknowledgements costs two buffers of fixed size, and no other one waits.
class TraceConnection final : public SocketConnection {
 public:
  using Taken = std::function<void(const TraceData& data)>;

  TraceConnection(StreamSocket socket, std::uint32_t process, Taken taken, Closed closed);

  /// Greets the application.
  void Start() override;

 private:
  void OnRead(std::size_t size) override;
  void OnWritten() override { Receive(); }
  bool HasPart() const override { return size_ > 0; }
  Result<void> TakeArrived();
  void Acknowledge();
  void Receive();

  std::uint32_t process_;  // ours
  Taken taken_;
  ByteBuffer received_;   // of fixed size
  std::size_t size_ = 0;  // of what is in it: between reads, less than a message
  ByteBuffer answers_;
  bool is_mute_ = true;
};

}  // namespace fdr
