// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr serve`: an archive, this machine or a host for every program that speaks to PCP's collector,
// and archives and hosts for web browsers and programs that speak HTTP.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/options/agents_option.h"
#include "fdr/tools/options/common_options.h"
#include "fdr/tools/options/derive_option.h"
#include "fdr/tools/serve/http_options.h"

namespace fdr::tools {

struct ServeCommand {
  CommonOptions common;
  std::vector<std::string> archives;  ///< none: this machine, or a host
  bool KeepsDirectories() const { return true; }
  std::vector<std::string> hosts;     ///< whose collectors are asked: of IsCollector(), one at most
  std::optional<std::string> names;
  DeriveOptions derive;
  AgentsOption agents;  ///< of this machine

  // Where clients connect:
  std::vector<std::uint16_t> ports;     ///< none: 44321
  std::vector<std::string> addresses;   ///< none: loopback
  std::optional<std::string> socket;    ///< a path
  std::optional<std::string> access;    ///< a file that says who may connect
  bool no_auth = false;                 ///< everyone, also from other machines
  std::optional<std::uint64_t> memory;  ///< bytes for all clients

  // Traced applications:
  std::optional<std::string> trace;  ///< PORT or ADDRESS:PORT; none: no such collector
  std::string trace_period = "60s";
  std::uint32_t trace_buckets = 12;
  std::string trace_units;  ///< of observations

  // The time of an archive:
  std::optional<std::string> start;
  double rate = 1;
  bool reverse = false;
  bool pause = false;
  std::string at_end = "hold";  ///< or "loop", "end"
  std::string stamps = "now";   ///< or "recorded"

  HttpOptions http;

  /// Whether it speaks PCP's protocol, perhaps besides HTTP.
  bool IsCollector() const { return !http.place || !ports.empty() || socket; }
};

int Run(const ServeCommand& command);

}  // namespace fdr::tools
