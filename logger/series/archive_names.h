// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The names of the archives of a recording, one after the other:
//
//     web                  web, web-00, web-01, ...
//     %Y%m%d.%H.%M         20240131.09.00, 20240131.09.00-00, 20240131.09.01, ...
//
// As with PCP's logger, conversions of strftime(3) are replaced, and a number is added if the name
// is taken.

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

  /// A name for the next archive, which no file has.  The first name without conversions gets no
  /// number: the user asked for that name and no other.  kInvalidArgument for a pattern that makes
  /// no valid name, kExists if all possible names are taken.
  Result<std::string> Next();

  /// The last existing archive among the names that Next() would give now.  Next() continues after
  /// it.  Nothing if no such archive exists.
  Result<std::optional<std::string>> Last();

 private:
  // The first free name among a name and its numbered successors, and the name before it.
  struct Numbered {
    std::string free;
    std::optional<std::string> taken;
  };

  Result<std::string> Expand() const;
  Result<Numbered> FindFree(const std::string& name);

  NamePattern pattern_;
  FileSystem* files_;
  bool is_first_ = true;
  std::string last_name_;  // the last name, and the number of its next successor
  int next_number_ = -1;
};

}  // namespace fdr
