// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// `fdr copy IN... OUT/`: each archive gets a copy of its own in a directory.

#pragma once

#include <string>
#include <vector>

#include "fdr/archive/files/archive_files.h"
#include "fdr/tools/copy/copy_command.h"

namespace fdr::tools {

/// The copies have the base names of the archives.  If one of the names is taken, or two archives
/// have the same, nothing is written.  If one copy fails, the next ones are tried.  Prints what was
/// done; returns the exit status.
int CopyEach(const CopyCommand& command, const std::vector<ArchiveFiles>& archives,
             const std::string& directory);

}  // namespace fdr::tools
