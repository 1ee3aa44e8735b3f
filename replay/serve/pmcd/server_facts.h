// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What a server knows about itself and its clients, for its pmcd.* metrics.

#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/sources/agents/agent_facts.h"
#include "fdr/replay/sources/pdu/pdu.h"

namespace fdr {

/// How many messages of each type came or went.
class PduCounts {
 public:
  /// Messages of an unknown type count only in the total.
  void Count(PduType type) {
    ++total_;
    if (const std::size_t place = PlaceOf(type); place < counts_.size()) ++counts_[place];
  }
  std::uint32_t Of(PduType type) const { return counts_[PlaceOf(type)]; }
  std::uint32_t total() const { return total_; }

 private:
  static std::size_t PlaceOf(PduType type) {
    return static_cast<std::size_t>(type) - static_cast<std::size_t>(PduType::kError);
  }

  std::array<std::uint32_t, 32> counts_ = {};
  std::uint32_t total_ = 0;
};

struct ServerFacts {
  struct Client {
    Timestamp since;
    std::string who;                    ///< as it says itself
    std::optional<std::uint32_t> user;  ///< as the system knows it
  };

  PduCounts in, out;
  std::map<std::uint32_t, Client> clients;  ///< by number; no number is used again
  std::chrono::nanoseconds lateness{0};     ///< of what was due in the last second
  /// The agents of the server, besides itself.
  std::function<std::vector<AgentFacts>()> agents = [] { return std::vector<AgentFacts>(); };
  /// Fences an agent off, or no longer.  False if there is no agent of this domain.
  std::function<bool(std::uint32_t domain, bool fenced)> fence = [](std::uint32_t, bool) {
    return false;
  };
  /// Reports changes to all clients: CollectorChange.  The server sets it.
  std::function<void(std::uint32_t changes)> announce = [](std::uint32_t) {};
  bool needs_user = false;  ///< Only clients whose user is known may connect.
};

}  // namespace fdr
