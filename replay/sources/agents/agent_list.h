// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The agents of a collector, as pmcd.conf lists them: docs/agent-list.md.
//
//     sample  29  pipe    binary           /var/lib/pcp/pmdas/sample/pmdasample -d 29
//     simple  253 socket  unix /run/simple /var/lib/pcp/pmdas/simple/pmdasimple -u /run/simple
//     xfs     11  dso     xfs_init         /var/lib/pcp/pmdas/xfs/pmda_xfs.so

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "fdr/archive/base/error.h"

namespace fdr {

/// A program that is asked through its standard input, and answers through its standard output.
struct PipeAgent {
  std::vector<std::string> command;
  bool says_when_ready = false;  ///< Until then nothing is asked.

  friend bool operator==(const PipeAgent&, const PipeAgent&) = default;
};

/// A program that listens on a socket of this machine, and is asked through the first connection.
struct SocketAgent {
  enum class Family : std::uint8_t { kInet, kIpv6, kUnix };

  Family family = Family::kInet;
  std::string address;               ///< a port, the name of a service, or a path
  std::vector<std::string> command;  ///< empty: the agent is running already

  friend bool operator==(const SocketAgent&, const SocketAgent&) = default;
};

/// A shared object, whose functions are called.
struct DsoAgent {
  std::string path;
  std::string init_function;

  friend bool operator==(const DsoAgent&, const DsoAgent&) = default;
};

struct AgentSpec {
  std::string label;
  std::uint32_t domain = 0;  ///< 1 to 510, the first part of the identifiers of its metrics
  std::variant<PipeAgent, SocketAgent, DsoAgent> kind;

  friend bool operator==(const AgentSpec&, const AgentSpec&) = default;
};

/// Reads the lines before an [access] section.  No label and no domain occurs twice.
Result<std::vector<AgentSpec>> ParseAgentList(std::string_view text, const std::string& file);

}  // namespace fdr
