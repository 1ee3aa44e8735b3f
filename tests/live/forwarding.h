// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A way to a collector that is slow or breaks off, and remembers the bytes that passed.

#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>

#include "fdr/tests/hosts/scripted_collector.h"

namespace fdr::test {

class Forwarding {
 public:
  struct Way {
    std::size_t piece = 65536;           ///< bytes passed to the client at a time
    std::chrono::microseconds delay{0};  ///< before each piece
    std::size_t end = SIZE_MAX;          ///< the way ends after this many bytes
  };

  /// Forwards to that port of 127.0.0.1.
  Forwarding(std::uint16_t port, Way way)
      : port_(port), way_(way), front_([this](ClientEnd& client) { Forward(client); }) {}
  explicit Forwarding(std::uint16_t port) : Forwarding(port, Way()) {}

  std::string host() const { return front_.host(); }
  /// The bytes that the collector sent to all clients.
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
