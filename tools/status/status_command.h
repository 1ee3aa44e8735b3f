// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr status`: shows the running recorders of this user.

#pragma once

#include <optional>
#include <string>

#include "fdr/tools/options/common_options.h"

namespace fdr::tools {

struct StatusCommand {
  CommonOptions common;
  bool snapshot = false;                ///< have the recorders write what they keep in memory
  std::optional<std::string> recorder;  ///< its process identifier, or its OUT
};

int Run(const StatusCommand& command);

}  // namespace fdr::tools
