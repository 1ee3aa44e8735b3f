// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A name for a copy that has the time in it: %Y%m%d.%H.%M.

#pragma once

#include <string>
#include <vector>

#include "fdr/archive/files/archive_files.h"
#include "fdr/tools/copy/copy_command.h"

namespace fdr::tools {

/// OUT with the time of the first record that is copied, in the zone of the window, in the place of
/// strftime(3)'s conversions.  If that name is taken, it has a number, too: as of a recorder
/// (archive_names.h).
Result<std::string> NameByTime(const CopyCommand& command, const std::vector<ArchiveFiles>& inputs);

}  // namespace fdr::tools
