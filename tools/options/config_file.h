// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Configurations of the logger in files, with those that PCP has installed at hand.

#pragma once

#include <string>

#include "fdr/logger/config/config_parser.h"

namespace fdr::tools {

/// The file of that name, or the one among PCP's.  Commands that it names are run only if that is
/// allowed.
Result<LoggerConfig> ReadConfigFile(const std::string& path, bool allows_shell);

}  // namespace fdr::tools
