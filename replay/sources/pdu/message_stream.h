// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The messages of a peer that is waited for, such as the collector of an agent.

#pragma once

#include <optional>

#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr {

/// Borrows two descriptors, which may be the same.
class MessageStream {
 public:
  /// A larger message is an error by default.  A collector sends at most 64 KiB.
  static constexpr std::size_t kMostBytes = std::size_t{1} << 20;

  MessageStream(int in, int out, std::size_t most = kMostBytes) : in_(in), out_(out), most_(most) {}

  struct Message {
    PduHeader header;
    Pdu pdu;  ///< valid until the next Read()
  };
  /// Waits for the next message, unless it has come with the one before.  kDisconnected at the end;
  /// kProtocol if no message can be read any more.
  Result<void> Read(Message& message);
  /// Whether the next Read() does not have to wait.
  bool HasMessage() const;

  /// Where to write the next answer.
  ByteBuffer& answer() { return answer_; }
  /// Sends what is in the answer, in one piece if the system takes it, and empties it.
  Result<void> Flush();

 private:
  std::optional<std::size_t> LengthOfNext() const;
  Result<void> Fill(std::size_t most);

  int in_, out_;
  std::size_t most_;
  ByteBuffer received_;
  std::size_t begin_ = 0, end_ = 0;  // of what was received and not read yet
  ByteBuffer answer_;
};

}  // namespace fdr
