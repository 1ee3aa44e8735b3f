// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/pcp_directory.h"

#include <cstdlib>

namespace fdr::tools {

namespace {

std::string Variable(const char* name, const char* usually) {
  const char* const directory = std::getenv(name);
  return directory != nullptr ? directory : usually;
}

}  // namespace

std::string PcpVarDirectory() { return Variable("PCP_VAR_DIR", "/var/lib/pcp"); }

std::string PcpLogDirectory() { return Variable("PCP_LOG_DIR", "/var/log/pcp"); }
std::string PcpRunDirectory() { return Variable("PCP_RUN_DIR", "/run/pcp"); }
std::string PcpTmpDirectory() { return Variable("PCP_TMP_DIR", "/var/lib/pcp/tmp"); }

std::string PcpConfigDirectory() { return Variable("PCP_SYSCONF_DIR", "/etc/pcp"); }

}  // namespace fdr::tools
