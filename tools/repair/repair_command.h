// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr repair`: makes a sound archive from a damaged one.

#pragma once

#include <string>

#include "fdr/tools/options/common_options.h"

namespace fdr::tools {

struct RepairCommand {
  CommonOptions common;
  std::string in;
  std::string out;       ///< may be empty in a dry run
  bool dry_run = false;  ///< only report the changes
};

int Run(const RepairCommand& command);

}  // namespace fdr::tools
