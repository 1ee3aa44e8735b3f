// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where the verbs get live metrics from: this machine, or the collector of a host.

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "fdr/replay/context.h"
#include "fdr/replay/live/live_context.h"
#include "fdr/replay/local/local_context.h"
#include "fdr/tools/options/common_options.h"

namespace fdr::tools {

struct LiveSource {
  std::unique_ptr<Context> context;
  LiveContext* host = nullptr;  ///< `context`, if it is a host
};

/// What the environment and the command line say about collectors.  Unless `quiet`, warns of
/// settings of the environment that cannot be parsed.
LiveOptions LiveOptionsOfUser(const CommonOptions& common, bool quiet);

/// Parses the HOST of a command line.
Result<HostSpec> ParseHost(const std::string& host);

/// Opens this machine, with the built-in collector; perhaps only with its busy processes.
Result<std::unique_ptr<LocalContext>> OpenThisMachine(std::optional<BusyOptions> busy = {});

/// Without a host, opens this machine, with the built-in collector.
Result<LiveSource> OpenLiveSource(const std::optional<std::string>& host,
                                  const CommonOptions& common);

}  // namespace fdr::tools
