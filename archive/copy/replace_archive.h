// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Replaces an archive by another: at any moment, whatever fails, all of the old archive is there or
// all of the new one.  See docs/format/replacement.md.

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/copy/replacement_files.h"
#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/files/directory.h"
#include "fdr/archive/files/file_claim.h"
#include "fdr/archive/files/file_system.h"
#include "fdr/archive/files/replacement_journal.h"

namespace fdr {

/// Without Commit(), the destructor removes what there is of the new archive.  One thread at a
/// time.
class ArchiveReplacement {
 public:
  /// `base` names the archive.  Ends an earlier replacement first.  Borrows the file system.
  ///
  /// kBusy if a process writes or replaces the archive, or if the system does not tell.  Refuses
  /// files that this user cannot write, symbolic links, and files with several names.
  static Result<std::unique_ptr<ArchiveReplacement>> Begin(FileSystem& files, std::string base);
  /// The errors of Begin(), as far as they can be known without a change.
  static Result<void> Check(FileSystem& files, std::string base);
  ~ArchiveReplacement();
  ArchiveReplacement(const ArchiveReplacement&) = delete;
  ArchiveReplacement& operator=(const ArchiveReplacement&) = delete;

  /// The archive that is replaced.
  const ArchiveFiles& old_files() const { return old_; }
  /// Where a copy writes the new archive, with the same base name.
  FileSystem& new_files() { return new_files_; }

  /// The new archive takes the place of the old one; its files get owner, group and mode of the old
  /// ones.  kBusy if the old archive has changed since Begin().  After any error the old
  /// archive is there, unless the message says that the new one is complete.
  Result<void> Commit();

 private:
  struct OldFile {
    std::string name;  // behind the base name
    FileAttributes attributes;
    std::uint64_t size = 0;
  };

  ArchiveReplacement(FileSystem& files, std::string base)
      : files_(files), base_(std::move(base)), new_files_(files) {}

  Result<void> TakeDraft();
  Result<void> CheckDraft() const;
  Result<void> TryDraft(const Directory& directory, const std::string& path);
  Result<void> ClaimOld();
  Result<std::vector<std::string>> PartsIn(FileSystem& files) const;
  Result<void> CheckOldUnchanged() const;
  bool IsHeld(const std::string& name) const;
  const FileAttributes& AttributesFor(const std::string& name) const;
  Result<DirectoryFile> OpenNew(const Directory& directory, const std::string& path) const;
  Result<ReplacementJournal::Part> Complete(const Directory& directory,
                                            const std::string& name) const;
  Result<ReplacementJournal> MakeJournal();
  Result<void> WriteJournal(const ReplacementJournal& journal);

  FileSystem& files_;
  std::string base_;
  ArchiveFiles old_;
  ReplacementFiles new_files_;
  std::vector<OldFile> old_parts_;
  std::map<std::string, FileClaim> claims_;  // of files that a recorder may write
  std::optional<ByteSink> journal_;          // has the lock
  bool is_committed_ = false;
};

}  // namespace fdr
