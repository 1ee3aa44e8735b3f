// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The order of answers that need most of the memory: one after the other.

#pragma once

#include <chrono>
#include <deque>
#include <functional>

#include "fdr/replay/live/internal/asio.h"

namespace fdr {

/// In the thread of the loop.
class MemoryTurns {
 public:
  explicit MemoryTurns(asio::io_context& io) : timer_(io) {}

  /// Calls `begin` when it is its turn: perhaps at once.
  void Take(std::function<void()> begin);
  /// Calls `again` after a while.  For the one that has the turn.
  void After(std::chrono::milliseconds wait, std::function<void()> again);
  /// The turn is over.
  void GiveBack();
  /// Forgets all that wait.
  void End();

 private:
  void BeginNext();

  asio::steady_timer timer_;
  std::deque<std::function<void()>> waiting_;
  bool is_taken_ = false;
};

}  // namespace fdr
