// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Lines such as
//
//     # 15 "disk.pmns"
//
// which PCP's preprocessor leaves: the next line is the 15th of that file.

#pragma once

#include "fdr/archive/base/error.h"
#include "fdr/replay/preprocessor/preprocessor.h"

namespace fdr {

/// Takes the markers out, and gives the lines behind them their places.  Any other line whose first
/// character that is no blank is a # is an error.
Result<void> ObeyLineMarkers(PreprocessedText& text);

}  // namespace fdr
