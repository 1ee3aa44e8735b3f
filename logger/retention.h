// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Which archives of a recording are kept, and how those that are not are removed.  See
// docs/guide/recording.md.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/error.h"
#include "fdr/archive/file_system.h"
#include "fdr/archive/timestamp.h"

namespace fdr {

struct KeepLimits {
  std::int64_t age = 0;     ///< nanoseconds since an archive was last written; 0: any
  std::uint64_t bytes = 0;  ///< of all archives' files together; 0: any
};

/// Knows the archives that recordings of one name have begun by a list of them, in a file of its
/// own.  Nothing else is ever removed, and none of them that has become another archive since, or
/// that is being written.  A plain value: copy it into another thread.
class Retention {
 public:
  /// `pattern` is the name of the archives, as in NamePattern.  Borrows the file system.
  Retention(const std::string& pattern, KeepLimits limits, FileSystem& files = PosixFileSystem());

  /// Puts an archive that has begun on the list: its label's start and process.
  Result<void> Note(const std::string& base, Timestamp start, std::int32_t pid) const;

  /// Removes what is beyond the limits, the oldest first; never `present`.  One whose volumes are
  /// being compressed goes the next time, if it is still too much then.
  Result<void> Clean(const std::string& present, Timestamp now) const;

  /// Removes the oldest archives but `present`, if the limits would let them go some day for their
  /// size, until a twentieth of what all take is free: whether there is more room now.
  Result<bool> MakeRoom(const std::string& present) const;

  const std::string& list() const { return list_; }

 private:
  struct Entry {
    std::string base;
    Timestamp start = {};
    std::int32_t pid = 0;
    std::uint64_t bytes = 0;  // as it is now, ...
    Timestamp written = {};   // ... and was last written
  };

  enum class Removal : std::uint8_t { kDone, kIsRecorded, kIsCompressed };

  Result<std::vector<Entry>> Archives() const;
  bool Inspect(Entry& entry) const;
  Result<std::vector<std::string>> NamesBeside(const std::string& base) const;
  Result<std::vector<std::string>> FilesOf(const std::string& base) const;
  Result<Removal> Remove(const Entry& entry) const;

  std::string directory_;  // up to its last slash
  std::string list_;
  KeepLimits limits_;
  FileSystem* files_;
};

}  // namespace fdr
