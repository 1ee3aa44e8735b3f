// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr copy --in-place`: each archive becomes what a copy of it would be.

#pragma once

#include <vector>

#include "fdr/archive/files/archive_files.h"
#include "fdr/tools/copy/copy_command.h"

namespace fdr::tools {

/// Each archive is replaced in a switch of its own.  If one stays as it was, the next ones are
/// tried.  A damaged archive stays as it was.  Prints what was done; returns the exit status.
int CopyInPlace(const CopyCommand& command, const std::vector<ArchiveFiles>& archives);

}  // namespace fdr::tools
