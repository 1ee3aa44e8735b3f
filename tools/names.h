// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr names`: the metrics of an archive, and what they are.

#pragma once

#include <string>
#include <vector>

#include "fdr/tools/common_options.h"

namespace fdr::tools {

struct NamesCommand {
  CommonOptions common;
  std::string archive;
  std::vector<std::string> patterns;  ///< none: all
  bool verbose = false;               ///< help texts and instances, too
};

int Run(const NamesCommand& command);

}  // namespace fdr::tools
