// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where `fdr record` writes: what OUT and -d mean together.
//
//   -d DIR name   DIR/name
//   -d DIR        DIR/%Y%m%d.%H.%M, and so for OUT/, and an OUT that is a directory

#pragma once

#include <string>

#include "fdr/archive/base/error.h"
#include "fdr/tools/record/record_command.h"

namespace fdr::tools {

/// The base name of the archive, perhaps with conversions of strftime(3).  Names without a last
/// part get one, but not the directory of several hosts.
std::string OutOf(const RecordCommand& command);

/// Makes the directories that are certainly meant as such.  `out` is that of OutOf().
Result<void> MakeDirectories(const RecordCommand& command, const std::string& out);

}  // namespace fdr::tools
