// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr info`: what an archive is, on one screen.

#pragma once

#include <string>
#include <vector>

#include "fdr/tools/options/common_options.h"

namespace fdr::tools {

struct InfoCommand {
  CommonOptions common;
  std::vector<std::string> archives;
  bool exact = false;  ///< scan all data: records, marks, gaps, values
};

int Run(const InfoCommand& command);

}  // namespace fdr::tools
