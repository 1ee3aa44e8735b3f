// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What `-v` of `fdr copy` means: 1000 (records) or 100MB.

#pragma once

#include "fdr/archive/base/error.h"
#include "fdr/archive/copy/volume_bounds.h"
#include "fdr/tools/copy/copy_command.h"

namespace fdr::tools {

/// No limit without the option.  kInvalidArgument for a text that is no number or size.
Result<VolumeBounds> VolumesAsked(const CopyCommand& command);

}  // namespace fdr::tools
