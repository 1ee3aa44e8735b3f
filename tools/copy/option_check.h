// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Mistakes of options that are the same for all archives.

#pragma once

#include "fdr/archive/base/error.h"
#include "fdr/tools/copy/copy_command.h"

namespace fdr::tools {

/// For a run that makes several archives: it should not repeat such a mistake for each.  Writes
/// nothing.  kInvalidArgument for an option that makes no sense; errors of files that options name.
Result<void> CheckOptions(const CopyCommand& command);

}  // namespace fdr::tools
