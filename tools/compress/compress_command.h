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
  bool xz = false;    ///< recompress files that have another format
  bool zstd = false;  ///< the same, as zstd
  std::optional<int> level;
  bool metadata = false;
  unsigned jobs = 0;  ///< blocks at a time; 0: as many as there are processors
};

struct DecompressCommand {
  CommonOptions common;
  std::vector<std::string> archives;
};

/// Warns on standard error, in one line, which versions of PCP cannot read zstd.
void WarnOfZstd();

int Run(const CompressCommand& command);
int Run(const DecompressCommand& command);

}  // namespace fdr::tools
