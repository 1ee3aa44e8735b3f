// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr why`: what happened, and who did it.

#pragma once

#include <optional>
#include <string>

#include "fdr/tools/options/common_options.h"
#include "fdr/tools/options/window_option.h"

namespace fdr::tools {

struct WhyCommand {
  CommonOptions common;
  std::string archive;
  std::optional<std::string> time = {};  ///< only what happened around this time
  WindowOptions window;
  bool ascii = false;  ///< no characters but ASCII
  int width = 0;       ///< of the text; 0: as the terminal
};

int Run(const WhyCommand& command);

}  // namespace fdr::tools
