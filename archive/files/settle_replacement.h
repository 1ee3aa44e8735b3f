// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Ends the replacement of an archive after its process was killed: docs/format/replacement.md.
//
//   BASE.fdr-copy.part   the old archive counts; what there is of the new one is removed
//   BASE.fdr-copy        the new archive counts; its files take their places
//
// A process that replaces an archive has the lock of this file.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/files/file_system.h"
#include "fdr/archive/files/replacement_journal.h"

namespace fdr {

/// Afterwards all of the old archive is there or all of the new one, and nothing else.  Does
/// nothing without a journal.  kBusy if a process replaces the archive now.  An error may leave the
/// work for the next call.
///
/// Refuses a journal that is damaged, that does not fit the files, or that belongs
/// to neither this user, root nor the owner of all files that it names.  Then nothing is changed.
Result<void> SettleReplacement(FileSystem& files, const std::string& base);

/// For readers: settles what can be settled.  Returns the files of the new archive if they are not
/// in their places yet; nothing if the files with the names of the archive are the archive.
Result<std::optional<ArchiveFiles>> FilesDuringReplacement(const std::string& base);

/// The base name without directories if this is the name of a journal.
std::optional<std::string> BaseOfJournal(std::string_view name);

// For the process that replaces an archive.

/// Gives the files of the new archive their names, in the place of the old ones: the metadata last,
/// without which the files are no archive.  Then removes the journal, which has the final name.
Result<void> FinishReplacement(FileSystem& files, const std::string& base,
                               const ReplacementJournal& journal);

/// Removes the files of a new archive that is not complete.
Result<void> RemoveReplacement(FileSystem& files, const std::string& base);

}  // namespace fdr
