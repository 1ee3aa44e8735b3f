// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The messages between an agent that is a process and its collector.

#pragma once

#include "fdr/replay/pcp/pmda/kept_profile.h"
#include "fdr/replay/sources/pdu/message_stream.h"

namespace fdr::pmda {

/// A stream of messages whose errors are numbers as of pmErrStr(3).
class Connection {
 public:
  using Message = MessageStream::Message;

  Connection(int in, int out) : stream_(in, out) {}

  /// PM_ERR_EOF at the end; PM_ERR_IPC if no message can be read any more.
  int Read(Message& message);
  bool HasMessage() const { return stream_.HasMessage(); }

  ByteBuffer& answer() { return stream_.answer(); }
  int Flush();

  KeptProfile profile;  ///< that the collector has sent last

 private:
  MessageStream stream_;
};

}  // namespace fdr::pmda
