// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr pcp`: runs a tool of PCP on fdr's engine.  See docs/guide/stock-tools.md.

#pragma once

#include <string>
#include <vector>

#include "fdr/tools/options/common_options.h"

namespace fdr::tools {

struct PcpCommand {
  CommonOptions common;
  bool which = false;              ///< print the library's directory
  bool check = false;              ///< say what would run the tool
  bool stock = false;              ///< the installed tool, even if fdr has one of its own
  std::vector<std::string> words;  ///< the tool and its arguments
};

/// Returns only if no tool was started.
int Run(const PcpCommand& command);

}  // namespace fdr::tools
