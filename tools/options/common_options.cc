// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/common_options.h"

#include <cstdlib>

namespace fdr::tools {

SourceOptions SourceOptionsFor(const CommonOptions& common) {
  SourceOptions options;
  options.cache = MakeBlockCache(common.memory);
  // Decoded archives are large: /tmp may lie in memory.
  const char* directory = std::getenv("TMPDIR");
  options.temp_directory = directory != nullptr && *directory != '\0' ? directory : "/var/tmp";
  return options;
}

}  // namespace fdr::tools
