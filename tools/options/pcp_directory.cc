// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/pcp_directory.h"

#include <cstdlib>

namespace fdr::tools {

std::string PcpVarDirectory() {
  const char* const directory = std::getenv("PCP_VAR_DIR");
  return directory != nullptr ? directory : "/var/lib/pcp";
}

}  // namespace fdr::tools
