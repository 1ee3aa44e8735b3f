// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr serve`: an archive, this machine or a host for every program that speaks to PCP's collector.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/options/agents_option.h"
#include "fdr/tools/options/common_options.h"
#include "fdr/tools/options/derive_option.h"

namespace fdr::tools {

struct ServeCommand {
  CommonOptions common;
  std::string archive;              ///< "": this machine, or a host
  std::optional<std::string> host;  ///< whose collector is asked
  std::optional<std::string> names;
  DeriveOptions derive;
  AgentsOption agents;  ///< of this machine

  // Where clients connect:
  std::vector<std::uint16_t> ports;                ///< none: 44321
  std::vector<std::string> addresses;              ///< none: loopback
  std::optional<std::string> socket;               ///< a path
  std::optional<std::string> access;               ///< a file that says who may connect
  std::uint64_t memory = std::uint64_t{64} << 20;  ///< bytes for all clients

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
};

int Run(const ServeCommand& command);

}  // namespace fdr::tools
