// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which archives of a recording are kept, and how those that are not are removed.  See
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

/// Knows the archives that recordings of one name have begun by a KeepList.  Removed is nothing
/// but regular files in their directory that carry the label of such an archive, and none of an
/// archive that is being written.  A plain value: copy it into another thread.
class Retention {
 public:
  /// `pattern` is the name of the archives, as in NamePattern: with the time in the name, not in a
  /// directory's.  Borrows the file system.
  Retention(const std::string& pattern, KeepLimits limits, FileSystem& files = PosixFileSystem());

  /// Puts an archive that has begun on the list: its label's start and process.
  Result<void> Note(const std::string& base, Timestamp start, std::int32_t pid) const;

  /// What was not removed, and why, for people: files that only look like parts of an archive, and
  /// what the list says and makes no sense.
  using Left = std::vector<Error>;

  /// Removes what is beyond the limits, the oldest first; never `present`.  One whose volumes are
  /// being compressed goes the next time, if it is still too much then.
  Result<void> Clean(const std::string& present, Timestamp now, Left& left) const;

  /// Removes the oldest archives but `present`, if the limits would let them go some day for their
  /// size, until a twentieth of what all take is free: whether there is more room now.  Depends on
  /// no clock.
  Result<bool> MakeRoom(const std::string& present, Left& left) const;

  std::string list() const { return directory_ + list_.name(); }

 private:
  struct Entry {
    std::string name;
    LabelRecord label = {};                 // of all its files
    std::vector<ArchivePart> own;           // in the order in which they may go
    std::vector<std::string> foreign = {};  // names that only look like its own
    std::uint64_t bytes = 0;                // as it is now, ...
    Timestamp written = {};                 // ... and was last written
  };

  enum class Removal : std::uint8_t { kDone, kIsRecorded, kIsCompressed, kIsRefused };

  Result<std::vector<Entry>> Archives(const Directory& directory, Left& left) const;
  static Result<Removal> Remove(const Directory& directory, const Entry& entry, Left& left);

  std::string directory_;  // up to its last slash
  KeepList list_;
  KeepLimits limits_;
  FileSystem* files_;
};

}  // namespace fdr
