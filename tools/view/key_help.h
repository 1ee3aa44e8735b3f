// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The page that explains the keys of `fdr view`.

#pragma once

#include <vector>

#include "fdr/tools/screen/frame.h"
#include "fdr/tools/view/key_table.h"

namespace fdr::tools {

void DrawKeyHelp(const std::vector<ViewAction>& actions, Frame& frame);

}  // namespace fdr::tools
