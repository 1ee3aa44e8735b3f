// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The bytes that came from a collector, as messages.

#pragma once

#include <optional>

#include "fdr/replay/live/pdu.h"

namespace fdr {

/// One buffer, used again and again.  It grows with the bytes that arrive, not with what a length
/// claims.
class ReceiveBuffer {
 public:
  /// Messages larger than that are refused.
  explicit ReceiveBuffer(std::size_t max_message) : max_message_(max_message) {}

  /// Where the next bytes go.  What Next() returned is invalid then.
  std::span<std::byte> Room();
  /// So many of them have arrived.
  void Add(std::size_t size) { end_ += size; }

  /// The next message, if all of it is there; kTooLarge or kProtocol if what comes is none.  Valid
  /// until Room() is called.
  Result<std::optional<Pdu>> Next();

  /// Gives its memory back; nothing that came is there any more.
  void Release();

  /// Whether there is the beginning of a message.
  bool HasPart() const { return begin_ != end_; }

 private:
  std::size_t max_message_;
  ByteBuffer bytes_;
  std::size_t begin_ = 0;   // of what is not yet taken
  std::size_t end_ = 0;     // of what has arrived
  std::size_t wanted_ = 0;  // for the message that has begun to arrive
};

}  // namespace fdr
