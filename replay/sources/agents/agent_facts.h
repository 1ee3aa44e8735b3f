// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The state of an agent, as pmcd.agent.* shows it.

#pragma once

#include <cstdint>
#include <string>

namespace fdr {

struct AgentFacts {
  enum class Kind : std::uint8_t { kDso, kSocket, kPipe };
  enum Status : std::uint32_t {
    kNotReady = 1,
    kEndedByItself = 2,
    kNotStarted = 4,
    kDropped = 8,
  };

  std::string label;
  std::uint32_t domain = 0;
  Kind kind = Kind::kPipe;
  /// 0 while it answers; otherwise a Status, then the exit status, then the signal, in a byte each.
  std::uint32_t status = 0;
  std::uint32_t starts = 0;
  bool is_fenced = false;  ///< It is not asked.
};

}  // namespace fdr
