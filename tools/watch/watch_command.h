// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr watch`: evaluates rules on this machine, on hosts, or on archives, and runs their actions.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/options/common_options.h"
#include "fdr/tools/options/derive_option.h"

namespace fdr::tools {

struct WatchCommand {
  CommonOptions common;
  std::string rules;                  ///< their file; "-" is standard input
  std::vector<std::string> archives;  ///< if there are neither archives nor hosts: this machine
  std::vector<std::string> hosts;
  DeriveOptions derive;
  bool check = false;                  ///< only the rules
  bool follow = false;                 ///< archives grow
  std::optional<std::string> actions;  ///< "run" or "say"; default: said for archives

  std::optional<std::string> interval, start, finish;
  std::optional<std::string> zone;  ///< as in TZ; instead of common.zone
  bool source_zone = false;

  std::string syslog_socket = "/dev/log";  ///< no option sets this

  bool RunsActions() const { return actions ? *actions == "run" : archives.empty(); }
};

int Run(const WatchCommand& command);

}  // namespace fdr::tools
