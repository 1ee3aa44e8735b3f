// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A way to a collector that is slow, breaks off, and remembers what went by.

#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>

#include "fdr/tests/live/scripted_collector.h"

namespace fdr::test {

class Forwarding {
 public:
  struct Way {
    std::size_t piece = 65536;           ///< what is passed on at a time, to the client
    std::chrono::microseconds delay{0};  ///< before each of them
    std::size_t end = SIZE_MAX;          ///< after so many bytes the way ends
  };

  /// To that port of 127.0.0.1.
  Forwarding(std::uint16_t port, Way way)
      : port_(port), way_(way), front_([this](ClientEnd& client) { Forward(client); }) {}
  explicit Forwarding(std::uint16_t port) : Forwarding(port, Way()) {}

  std::string host() const { return front_.host(); }
  /// What the collector sent, to all clients.
  ByteBuffer Sent() const;

 private:
  void Forward(ClientEnd& client);
  void PassOn(int from, ClientEnd& client);

  std::uint16_t port_;
  Way way_;
  mutable std::mutex mutex_;
  ByteBuffer sent_;
  ScriptedCollector front_;
};

}  // namespace fdr::test
