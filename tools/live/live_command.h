// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr live`: shows metrics of this machine or of a host, sample by sample.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/options/agents_option.h"
#include "fdr/tools/options/common_options.h"
#include "fdr/tools/options/derive_option.h"
#include "fdr/tools/series/series_output.h"

namespace fdr::tools {

struct LiveCommand {
  CommonOptions common;
  std::optional<std::string> host;        ///< default: this machine, without a collector
  AgentsOption agents;                    ///< of this machine
  std::vector<std::string> metrics;       ///< or names of reports
  std::vector<std::string> report_files;  ///< or directories
  bool list_reports = false;              ///< instead of showing anything
  std::optional<std::string>
      names;  ///< the file of a name space, instead of the names of the source, or of its agents
  DeriveOptions derive;

  SeriesOutput output;
  bool raw = false;  ///< counters as they are

  std::optional<std::string> interval;  ///< default: a second
  std::optional<std::string> finish;
  std::uint64_t samples = 0;        ///< 0: without end
  std::optional<std::string> zone;  ///< as in TZ; instead of common.zone
  bool host_zone = false;
};

int Run(const LiveCommand& command);

}  // namespace fdr::tools
