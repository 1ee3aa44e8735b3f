// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads configurations of the logger; PCP's installed ones are found by name.

#pragma once

#include <string>

#include "fdr/logger/config/config_parser.h"

namespace fdr::tools {

/// Reads the file of that name, or the one among PCP's.  Runs the commands that the file contains
/// only if `allows_shell`.
Result<LoggerConfig> ReadConfigFile(const std::string& path, bool allows_shell);

}  // namespace fdr::tools
