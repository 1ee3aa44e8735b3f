// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr compress` and `fdr decompress`: archives that take less room, and back.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/options/common_options.h"

namespace fdr::tools {

struct CompressCommand {
  CommonOptions common;
  std::vector<std::string> archives;
  bool xz = false;    ///< what is compressed otherwise, too
  bool zstd = false;  ///< the same
  std::optional<int> level;
  bool metadata = false;
  unsigned jobs = 0;  ///< blocks at a time; 0: as many as there are processors
};

struct DecompressCommand {
  CommonOptions common;
  std::vector<std::string> archives;
};

/// On standard error, in one line: which of PCP's versions cannot read it.
void WarnOfZstd();

int Run(const CompressCommand& command);
int Run(const DecompressCommand& command);

}  // namespace fdr::tools
