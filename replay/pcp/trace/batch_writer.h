// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Sends messages without letting their authors wait: the asynchronous mode.
//
// A call only adds its message to a buffer.  A thread sends what is there, at the latest 100 ms
// after the first message, in batches.  The last message of a batch asks for an acknowledgement,
// and the next batch is sent after it.  So the thread knows what has arrived, and a batch that was
// not acknowledged is sent again over the next connection.  This costs a call less than 0.1 us; a
// message of its own to the kernel would cost it 2 us.  Without a thread, the last messages of a
// program that then sleeps would not arrive.
//
// A collector may close the connection because of one message: PCP's does, if the tag is long.  So
// after a failure the batch is halved, down to one message, which is then given up.
//
// What does not fit into the buffer is never dropped silently: while there is a connection, the
// call waits; without one, it fails.  Messages that cannot be sent before the program ends are
// reported.

#pragma once

#include <condition_variable>
#include <mutex>

#include "fdr/replay/pcp/trace/collector_link.h"
#include "fdr/replay/sources/trace/trace_pdu.h"

namespace fdr::trace_client {

class BatchWriter {
 public:
  /// Takes over a link that is open.
  BatchWriter(CollectorLink& link, const TraceSettings& settings);
  BatchWriter(const BatchWriter&) = delete;
  BatchWriter& operator=(const BatchWriter&) = delete;

  /// Starts the thread.  Returns 0 or a code.
  int Start();
  /// The size of the message, or a code.
  int Add(const TraceData& data, std::uint32_t process);
  /// Sends what is there, and ends the thread.  Reports, on standard error, what did not arrive.
  void Finish();

  // Around a fork, which takes the thread of the caller alone into the child.
  void Lock() { mutex_.lock(); }
  void Unlock() { mutex_.unlock(); }

 private:
  using Clock = std::chrono::steady_clock;

  static void* Run(void* self);
  void Write();
  bool SendAll(std::span<std::byte> messages);
  bool SendFirst(std::span<std::byte>& messages);
  bool WaitBeforeNextAttempt();

  CollectorLink& link_;  // of the thread alone
  TraceSettings settings_;
  std::size_t failures_ = 0;  // since the last success; of the thread alone
  std::size_t largest_;       // batch that is tried now; of the thread alone

  std::mutex mutex_;  // of what follows
  std::condition_variable for_writer_, for_authors_;
  ByteBuffer waiting_;
  ByteBuffer sending_;
  std::size_t unsent_ = 0;   // messages of `sending_` that have not arrived
  std::size_t refused_ = 0;  // messages after which the collector closed the connection
  bool is_down_ = false;     // There is no connection now.
  bool is_ending_ = false, has_ended_ = false;
  Clock::time_point end_ = Clock::time_point::max();  // for the last attempts
};

}  // namespace fdr::trace_client
