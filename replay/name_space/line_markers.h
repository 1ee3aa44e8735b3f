// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Lines such as
//
//     # 15 "disk.pmns"
//
// which PCP's preprocessor writes: the next line is line 15 of that file.

#pragma once

#include "fdr/archive/base/error.h"
#include "fdr/replay/preprocessor/preprocessor.h"

namespace fdr {

/// Removes the markers, and gives the lines after them their places.  Any other line that begins
/// with #, perhaps after blanks, is an error.
Result<void> ObeyLineMarkers(PreprocessedText& text);

}  // namespace fdr
