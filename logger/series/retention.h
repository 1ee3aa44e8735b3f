// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which archives of a recording are kept, and how the others are removed.  See
// docs/guide/recording.md.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/files/directory.h"
#include "fdr/archive/files/file_system.h"
#include "fdr/logger/config/recording_options.h"
#include "fdr/logger/series/found_parts.h"
#include "fdr/logger/series/keep_list.h"

namespace fdr {

/// Knows the archives of a recording from a KeepList.  Removes only regular files in their
/// directory that carry the label of such an archive, and never files of an archive that is being
/// written.  A plain value: copy it into another thread.
class Retention {
 public:
  /// `pattern` is the name of the archives, as in NamePattern.  The time must be in the name of the
  /// archive, not of a directory.  Borrows the file system.
  Retention(const std::string& pattern, KeepLimits limits, FileSystem& files = PosixFileSystem());

  /// Adds an archive that has begun to the list; `start` and `pid` are those of its label.
  Result<void> Note(const std::string& base, Timestamp start, std::int32_t pid) const;

  /// Files that were not removed, and why, for people: files that only look like parts of an
  /// archive, and lines of the list that make no sense.
  using Left = std::vector<Error>;

  /// Removes archives beyond the limits, the oldest first; never `present`.  An archive that is
  /// being compressed is removed the next time, if the limits are still exceeded then.
  Result<void> Clean(const std::string& present, Timestamp now, Left& left) const;

  /// Removes the oldest archives except `present`, until a twentieth of the total size is free.
  /// Only with a limit of bytes, which would remove them later anyway.  Returns whether there is
  /// more room now.  Depends on no clock.
  Result<bool> MakeRoom(const std::string& present, Left& left) const;

  std::string list() const { return directory_ + list_.name(); }

 private:
  struct Entry {
    std::string name;
    LabelRecord label = {};                 // of all its files
    std::vector<ArchivePart> own;           // in the order of removal
    std::vector<std::string> foreign = {};  // names that only look like parts of it
    std::uint64_t bytes = 0;                // the present size, ...
    Timestamp written = {};                 // ... and the time of the last write
  };

  enum class Removal : std::uint8_t { kDone, kIsRecorded, kIsCompressed, kIsRefused };

  Result<std::vector<Entry>> Archives(const Directory& directory, Left& left) const;
  static Result<Removal> Remove(const Directory& directory, const Entry& entry, Left& left);

  std::string directory_;  // with its last slash
  KeepList list_;
  KeepLimits limits_;
  FileSystem* files_;
};

}  // namespace fdr
