// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The options before the text of an action syslog:
//
//   syslog "-p daemon.info -t disks" "busy: %i"      syslog "-t" "disks" "busy: %i"

#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "fdr/replay/rules/rule_tree.h"

namespace fdr {

struct SyslogOptions {
  std::size_t arguments = 0;  ///< how many of the action they are; those behind them are the text
  std::optional<std::string> priority, tag;
};

/// None for other actions.
SyslogOptions SyslogOptionsOf(const RuleAction& action);

}  // namespace fdr
