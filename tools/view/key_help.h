// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The page that explains the keys of `fdr view`.

#pragma once

#include "fdr/tools/screen/frame.h"

namespace fdr::tools {

void DrawKeyHelp(Frame& frame);

}  // namespace fdr::tools
