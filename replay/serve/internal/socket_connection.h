// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A client at a socket that is not encrypted: its bytes, in and out.

#pragma once

#include <chrono>
#include <span>
#include <string>

#include "fdr/archive/base/byte_order.h"
#include "fdr/replay/serve/internal/client_connection.h"

namespace fdr {

class SocketConnection : public ClientConnection {
 public:
  /// Programs speak as soon as they are greeted.
  static constexpr std::chrono::seconds kForFirst{30};
  static constexpr std::chrono::seconds kForMessage{5};  ///< from its first byte to its last one
  static constexpr std::chrono::seconds kForAnswer{30};

  SocketConnection(StreamSocket socket, Closed closed);

 protected:
  /// OnRead() follows, or the end.  Not while another read is pending.
  void Read(std::span<std::byte> room);
  /// Writes all, and clears the buffer.  False if the socket has no room: OnWritten() follows when
  /// the client has taken the rest.  Not while another write is pending.
  bool Write(ByteBuffer& bytes, Clock::duration at_most = kForAnswer);
  /// The rest of a message must come.  Its next byte does not earn it more time.
  void AwaitRest();
  /// False if the socket does not take all at once.
  bool WriteNow(Bytes bytes);
  /// What the socket had no room for.
  const ByteBuffer& unsent() const { return unsent_; }
  void Release() override;

 private:
  virtual void OnRead(std::size_t size) = 0;
  virtual void OnWritten() {}
  /// Whether a message has begun.
  virtual bool HasPart() const = 0;
  bool HasBytes() const override;

  StreamSocket socket_;
  ByteBuffer unsent_;
};

}  // namespace fdr
