// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Messages to the system log, as the action syslog of a rule says.

#pragma once

#include <string>
#include <string_view>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/rules/rule_tree.h"
#include "fdr/replay/time/zone.h"

namespace fdr::tools {

struct SyslogAddress {
  int priority = 29;  ///< facility and level in one number: as for PCP, daemon.notice
  std::string tag = "fdr";
};

/// What the options of the action say; kInvalidArgument for a priority that does not exist.
Result<SyslogAddress> AddressOf(const RuleAction& action);

/// What the system log reads: one line, with a time in the zone of this machine.
std::string SyslogEntry(const SyslogAddress& address, Timestamp now, const Zone& zone,
                        std::string_view text);

}  // namespace fdr::tools
