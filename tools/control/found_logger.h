// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds the logger that a command line means, and connects to it.

#pragma once

#include <string>
#include <vector>

#include "fdr/replay/context.h"
#include "fdr/replay/sources/log_control/log_client.h"
#include "fdr/replay/sources/log_control/logger_ports.h"
#include "fdr/tools/control/control_command.h"

namespace fdr::tools {

/// The loggers of this machine, or, as its collector says, of the host.
Result<std::vector<LoggerPort>> FindLoggers(const ControlCommand& command);

Result<LogClient> ConnectToLogger(const ControlCommand& command);

/// What the logger records, to look up names.
Result<std::unique_ptr<Context>> OpenLoggedSource(const ControlCommand& command,
                                                  const std::string& source);

}  // namespace fdr::tools
