// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The messages between an agent that is a process and its collector.

#pragma once

#include <optional>

#include "fdr/replay/live/pdu.h"
#include "fdr/replay/pmda/kept_profile.h"

namespace fdr::pmda {

/// Borrows two descriptors, which may be the same.  Errors are numbers as of pmErrStr(3).
class Connection {
 public:
  /// A message larger than this is an error.  A collector sends at most 64 KiB.
  static constexpr std::size_t kMostBytes = std::size_t{1} << 20;

  Connection(int in, int out) : in_(in), out_(out) {}

  struct Message {
    PduHeader header;
    Pdu pdu;  ///< valid until the next Read()
  };
  /// Waits for the next message, unless it has come with the one before.  PM_ERR_EOF at the end;
  /// PM_ERR_IPC if no message can be read any more.
  int Read(Message& message);
  /// Whether the next Read() does not have to wait.
  bool HasMessage() const;

  /// Where to write the next answer.
  ByteBuffer& answer() { return answer_; }
  /// Sends what is in the answer, in one piece if the system takes it, and empties it.
  int Flush();

  KeptProfile profile;  ///< that the collector has sent last

 private:
  std::optional<std::size_t> LengthOfNext() const;
  int Fill(std::size_t most);

  int in_, out_;
  ByteBuffer received_;
  std::size_t begin_ = 0, end_ = 0;  // of what was received and not read yet
  ByteBuffer answer_;
};

}  // namespace fdr::pmda
