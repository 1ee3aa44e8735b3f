// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr report`: what happened in an archive, as one HTML file that can be sent.

#pragma once

#include <optional>
#include <string>

#include "fdr/tools/copy/scrub_options.h"
#include "fdr/tools/options/common_options.h"
#include "fdr/tools/options/window_option.h"

namespace fdr::tools {

struct ReportCommand {
  CommonOptions common;
  std::string archive;
  std::optional<std::string> time = {};  ///< only what happened around this time
  WindowOptions window;
  std::string out;
  ScrubOptions scrub;  ///< pseudonyms take the places of names
};

int Run(const ReportCommand& command);

}  // namespace fdr::tools
