// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Splits the bytes from a collector into messages.

#pragma once

#include <optional>

#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr {

/// One buffer that is used again and again.  It grows with the bytes that arrive, not with the
/// length that a message claims.
class ReceiveBuffer {
 public:
  /// Refuses messages larger than `max_message`.
  explicit ReceiveBuffer(std::size_t max_message) : max_message_(max_message) {}

  /// Room for the next bytes.  Invalidates the last message of Next().
  std::span<std::byte> Room();
  /// Adds `size` bytes that have arrived.
  void Add(std::size_t size) { end_ += size; }

  /// The next message, if it is complete; kTooLarge or kProtocol if the bytes are no valid message.
  /// Valid until Room() is called.
  Result<std::optional<Pdu>> Next();

  /// The memory that it has.
  std::size_t capacity() const { return bytes_.capacity(); }

  /// Frees the memory, and drops all bytes.
  void Release();

  /// Whether there is an incomplete message.
  bool HasPart() const { return begin_ != end_; }

 private:
  std::size_t max_message_;
  ByteBuffer bytes_;
  std::size_t begin_ = 0;   // of the bytes not yet taken
  std::size_t end_ = 0;     // of the bytes that have arrived
  std::size_t wanted_ = 0;  // size of the message that is arriving
};

}  // namespace fdr
