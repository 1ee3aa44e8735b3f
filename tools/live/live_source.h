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
#include "fdr/tools/options/common_options.h"

namespace fdr::tools {

struct LiveSource {
  std::unique_ptr<Context> context;
  LiveContext* host = nullptr;  ///< the same, if it is a host
};

/// What the environment and the command line say about collectors; what cannot be understood of the
/// former is told, unless quiet.
LiveOptions LiveOptionsOfUser(const CommonOptions& common, bool quiet);

/// Which host somebody means.
Result<HostSpec> ParseHost(const std::string& host);

/// Without a host, this machine, by the built-in collector.
Result<LiveSource> OpenLiveSource(const std::optional<std::string>& host,
                                  const CommonOptions& common);

}  // namespace fdr::tools
