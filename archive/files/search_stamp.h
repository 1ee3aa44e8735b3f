// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A directory is listed to find an archive's files.  A reader that follows an archive would do so
// at every look, and a directory may have thousands of files.

#pragma once

#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "fdr/archive/base/timestamp.h"

namespace fdr {

/// Which directories FindArchives() lists for some names, and when each of them changed last.
struct SearchStamp {
  struct Directory {
    dev_t device = 0;
    ino_t number = 0;
    Timestamp changed;
    bool operator==(const Directory&) const = default;
  };
  std::vector<Directory> directories;
  bool operator==(const SearchStamp&) const = default;
};

/// Two searches find the same files if the stamps before them are equal, but for changes within one
/// tick of the file system's clock, and for links whose targets come and go.  Nothing if a
/// directory cannot be looked at, or if a name is a folio.
std::optional<SearchStamp> StampOfSearch(std::string_view names);

}  // namespace fdr
