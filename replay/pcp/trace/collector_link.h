// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The connection of this process to the collector of traces.

#pragma once

#include "fdr/archive/base/byte_order.h"
#include "fdr/replay/pcp/trace/trace_settings.h"

namespace fdr::trace_client {

/// One thread at a time.  Numbers that are returned are 0, or a code for pmtraceerrstr().
class CollectorLink {
 public:
  CollectorLink() = default;
  ~CollectorLink() { Close(); }
  CollectorLink(const CollectorLink&) = delete;
  CollectorLink& operator=(const CollectorLink&) = delete;

  bool IsOpen() const { return fd_ >= 0; }
  /// Connects, and reads the greeting.
  int Open(const TraceSettings& settings, bool is_asynchronous);
  /// Sends all of the bytes, and waits for an acknowledgement.  Closes at any error.
  int Exchange(Bytes messages);
  void Close();

 private:
  int Connect(const TraceSettings& settings);
  /// The word of the next acknowledgement, or a code.
  int ReadAck();

  int fd_ = -1;
};

}  // namespace fdr::trace_client
