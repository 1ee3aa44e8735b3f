// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Writes the archive that pmlogrewrite makes.

#pragma once

#include <string>

#include "fdr/archive/archive.h"
#include "fdr/archive/copy/replace_archive.h"
#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/files/file_system.h"
#include "fdr/replay/copy/rewrite/rewrite_rules.h"

namespace fdr::tools {

/// One archive with the rules; borrows both.
struct RewriteRun {
  std::string name;  ///< as it was typed
  const Archive& archive;
  const RewriteRules& rules;
  Version version = Version::k3;  ///< of the result
  bool keeps_part = false;        ///< if the archive is damaged
};

/// Writes `out`; prints what goes wrong, and returns the exit status.  The files of a damaged
/// archive are written up to the damage, or not at all.  After a signal nothing is left, and the
/// caller ends as Interrupted() says.
int WriteRewritten(const RewriteRun& run, const std::string& out, FileSystem& files);

/// The result takes the place of the archive, with the modes, the owner and the compression of its
/// files.  The archive of the run was opened from the old files of the replacement.
int RewriteInPlace(const RewriteRun& run, ArchiveReplacement& replacement);

}  // namespace fdr::tools
