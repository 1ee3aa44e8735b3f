// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where PCP has its files.

#pragma once

#include <string>

namespace fdr::tools {

/// $PCP_VAR_DIR, or where that usually is.
std::string PcpVarDirectory();
/// $PCP_LOG_DIR, or where that usually is.
std::string PcpLogDirectory();
/// $PCP_RUN_DIR, or where that usually is.
std::string PcpRunDirectory();
/// $PCP_TMP_DIR, or where that usually is.
std::string PcpTmpDirectory();
/// $PCP_SYSCONF_DIR, or where that usually is.
std::string PcpConfigDirectory();

}  // namespace fdr::tools
