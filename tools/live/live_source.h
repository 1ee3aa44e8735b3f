// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where the verbs get live metrics from: this machine, or the collector of a host.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "fdr/replay/context.h"
#include "fdr/replay/sources/live/live_context.h"
#include "fdr/replay/sources/local/local_context.h"
#include "fdr/tools/options/agents_option.h"
#include "fdr/tools/options/common_options.h"

namespace fdr::tools {

struct LiveSource {
  std::unique_ptr<Context> context;
  LiveContext* host = nullptr;  ///< `context`, if it is a host
  /// The changes that fetches have reported since the last call: CollectorChange.
  std::function<std::uint32_t()> take_changes;
};

/// What the environment and the command line say about collectors.  Unless `quiet`, warns of
/// settings of the environment that cannot be parsed.
LiveOptions LiveOptionsOfUser(const CommonOptions& common, bool quiet);

/// Parses the HOST of a command line.
Result<HostSpec> ParseHost(const std::string& host);

/// For the built-in collector; perhaps only with the busy processes.  Unless `quiet`, warns of
/// files of programs that are refused.
LocalOptions OptionsOfThisMachine(std::optional<BusyOptions> busy, bool quiet);

/// Without a host, opens this machine, with the built-in collector, and with the agents that the
/// option may name.  `agent_names` is the file of their names, instead of PCP's.
Result<LiveSource> OpenLiveSource(const std::optional<std::string>& host,
                                  const CommonOptions& common, const AgentsOption& agents = {},
                                  const std::optional<std::string>& agent_names = {});

}  // namespace fdr::tools
