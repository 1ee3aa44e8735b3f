// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The metrics that clients expect of a collector: pmcd.* (domain 2).

#pragma once

#include <string>

#include "fdr/replay/serve/own_metrics.h"
#include "fdr/replay/serve/pmcd/server_facts.h"

namespace fdr {

/// What a server is.
struct ServerIdentity {
  std::string host;      ///< whose values are served
  std::string timezone;  ///< of that host, as in TZ
  std::string version;
  std::uint64_t process = 0;
  std::uint32_t agent_seconds = 0;  ///< that an agent may take to answer; 0: for ever
};

/// The metrics borrow the facts.
OwnMetrics ServerMetrics(const ServerIdentity& identity, ServerFacts& facts);

}  // namespace fdr
