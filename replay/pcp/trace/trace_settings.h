// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the environment says of the collector of traces: the variables PCP_TRACE_*.

#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace fdr::trace_client {

struct TraceSettings {
  std::string host = "localhost";
  std::string port = "4323";
  std::chrono::milliseconds for_connecting{3000};
  std::chrono::milliseconds for_answer{10'000};
  /// How long to wait after each attempt to connect again that failed; the last one is repeated.
  std::vector<std::chrono::milliseconds> delays = {std::chrono::milliseconds(1000)};
  bool is_silent = false;  ///< sends nothing
};

/// Warns, on standard error, of variables that it ignores.
TraceSettings SettingsOfEnvironment();

}  // namespace fdr::trace_client
