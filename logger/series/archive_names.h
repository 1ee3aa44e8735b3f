// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What the archives of a recording are called, one after the other:
//
//     web                  web, web-00, web-01, ...
//     %Y%m%d.%H.%M         20240131.09.00, 20240131.09.00-00, 20240131.09.01, ...
//
// As with PCP's logger, conversions of strftime(3) are replaced, and a number follows what is
// taken.

#pragma once

#include <functional>
#include <optional>
#include <string>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/files/file_system.h"
#include "fdr/logger/config/recording_options.h"
#include "fdr/replay/time/zone.h"

namespace fdr {

/// One thread at a time.
class ArchiveNames {
 public:
  explicit ArchiveNames(NamePattern pattern, FileSystem& files = PosixFileSystem())
      : pattern_(std::move(pattern)), files_(&files) {}

  /// For the next archive: nothing of that name is there.  Only a first name without conversions is
  /// what it is, so that nobody gets an archive of another name who asked for this one.
  /// kInvalidArgument for a pattern that makes no name, kExists if all that might be are taken.
  Result<std::string> Next();

  /// The last archive that is there of those that Next() would have given now, one after the other,
  /// behind which Next() goes on; nothing if there is none.
  Result<std::optional<std::string>> Last();

 private:
  // The first free one of a name and its numbered successors, and the one before it.
  struct Numbered {
    std::string free;
    std::optional<std::string> taken;
  };

  Result<std::string> Expand() const;
  Result<Numbered> FindFree(const std::string& name);

  NamePattern pattern_;
  FileSystem* files_;
  bool is_first_ = true;
  std::string last_name_;  // that was looked for, and how its next successor is numbered
  int next_number_ = -1;
};

}  // namespace fdr
