// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What `fdr control` prints of loggers, for people and for programs: docs/status-json.md.

#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

#include "fdr/replay/sources/log_control/log_messages.h"
#include "fdr/replay/sources/log_control/logger_ports.h"
#include "fdr/replay/time/zone.h"
#include "fdr/tools/control/ordered_metrics.h"

namespace fdr::tools {

std::string LoggersText(const std::vector<LoggerPort>& loggers);
std::string LoggersJson(const std::vector<LoggerPort>& loggers);

std::string StatusText(const LogStatus& status, pid_t process, const Zone& zone);
std::string StatusJson(const LogStatus& status, pid_t process);

std::string StatesText(const OrderedMetrics& metrics, const LogStates& states);
std::string StatesJson(const OrderedMetrics& metrics, const LogStates& states);

/// The parts of the order that do not hold, and why; "" if all hold.
std::string RefusedText(const LogOrder& order, const OrderedMetrics& metrics,
                        const LogStates& states);

}  // namespace fdr::tools
