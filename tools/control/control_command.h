// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr control`: lists the loggers that can be controlled, and changes what one of them records.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/tools/options/common_options.h"

namespace fdr::tools {

struct ControlCommand {
  CommonOptions common;
  std::optional<std::string> host;    ///< that the logger runs on; default: this machine
  std::optional<std::uint16_t> port;  ///< of the logger
  std::optional<std::string> socket;  ///< of the logger
  std::optional<std::string> logger;  ///< its process, or "primary"
  std::string action = "list";
  std::vector<std::string> words;  ///< what follows, as the action says
  bool is_advice = false;          ///< gives way to mandatory settings
};

/// The words that are actions.
const std::vector<std::string>& ControlActions();

int Run(const ControlCommand& command);

}  // namespace fdr::tools
