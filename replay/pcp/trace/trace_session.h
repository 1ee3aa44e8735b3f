// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What this process traces: the connection, the mode, and the transactions that have begun.

#pragma once

#include <chrono>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

#include "fdr/replay/pcp/trace/batch_writer.h"
#include "fdr/replay/pcp/trace/collector_link.h"

namespace fdr::trace_client {

/// Threads may call at the same time.  Numbers that are returned are those of the C interface.
class TraceSession {
 public:
  /// The one of this process.
  static TraceSession& Ours();

  int Begin(std::string_view tag);
  int End(std::string_view tag);
  int Abort(std::string_view tag);
  /// A point, an observation or a counter.
  int Tell(TraceKind kind, std::string_view tag, double value);
  int SetState(int flags);
  /// Called when the program ends.
  void Finish();

 private:
  using Clock = std::chrono::steady_clock;
  enum class Mode { kOpen, kSynchronous, kAsynchronous };

  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  struct Transaction {
    Clock::time_point start;
    bool is_running = false;
  };

  TraceSession();

  int Reach();
  int Connect();
  int Send(const TraceData& data);
  int SendAndWait(const TraceData& data);
  void ChooseSettings();

  static void BeforeFork();
  static void InParent();
  static void InChild();

  std::mutex mutex_;
  bool is_chosen_ = false;  // the settings
  TraceSettings settings_;
  Mode mode_ = Mode::kOpen;
  std::uint32_t process_;
  std::unique_ptr<CollectorLink> link_;
  std::unique_ptr<BatchWriter> writer_;  // in the asynchronous mode, once connected
  bool was_connected_ = false;
  std::size_t failures_ = 0;  // since the last connection
  Clock::time_point next_attempt_;
  ByteBuffer message_;
  std::unordered_map<std::string, Transaction, TextHash, std::equal_to<>> transactions_;
};

}  // namespace fdr::trace_client
