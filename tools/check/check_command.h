// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr check`: reports what is wrong with an archive.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fdr/tools/options/common_options.h"

namespace fdr::tools {

struct CheckCommand {
  CommonOptions common;
  std::vector<std::string> archives;
  bool no_wraps = false;     ///< do not look for counters that go down
  bool verbose = false;      ///< print notes, too, instead of counting them
  std::uint64_t limit = 20;  ///< findings of one kind in one file
  unsigned jobs = 0;         ///< archives at a time; 0: as many as there are processors
};

/// kOk if no archive has an error, otherwise kFailed.
int Run(const CheckCommand& command);

}  // namespace fdr::tools
