// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr view --web`: the same in a browser.

#pragma once

#include "fdr/tools/view/view_command.h"

namespace fdr::tools {

/// Serves the user alone, until Ctrl-C.
int RunWeb(const ViewCommand& command);

}  // namespace fdr::tools
