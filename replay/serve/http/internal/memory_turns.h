// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The order of answers that need most of the memory: one after the other, and each client in turn.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "fdr/replay/sources/net/asio.h"

namespace fdr {

/// In the thread of the loop.
class MemoryTurns {
 public:
  explicit MemoryTurns(asio::io_context& io) : timer_(io) {}

  /// Beyond, the server is too busy: of all clients, and of one.
  static constexpr std::size_t kMost = 64, kMostOfOne = 16;
  using Number = std::uint64_t;

  /// Calls `begin` when it is its turn: perhaps at once.  Nothing if too many wait.
  std::optional<Number> Take(const std::string& client, std::function<void()> begin);
  /// Forgets one that waits, if it still waits.
  void Leave(Number number);
  /// Calls `again` after a while.  For the one that has the turn.
  void After(std::chrono::milliseconds wait, std::function<void()> again);
  /// The turn is over.
  void GiveBack();
  /// Forgets all that wait.
  void End();

 private:
  struct Waiting {
    std::string client;
    std::function<void()> begin;
  };

  void BeginNext();

  asio::steady_timer timer_;
  std::map<Number, Waiting> waiting_;
  std::string last_client_;  // that had a turn
  Number next_ = 0;
  bool is_taken_ = false;
};

}  // namespace fdr
