// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/files/search_stamp.h"

#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/files/folio.h"

namespace fdr {
namespace {

SearchStamp::Directory DirectoryOf(const struct stat& status) {
  return {status.st_dev,
          status.st_ino,
          {status.st_ctim.tv_sec, static_cast<std::int32_t>(status.st_ctim.tv_nsec)}};
}

}  // namespace

std::optional<SearchStamp> StampOfSearch(std::string_view names) {
  SearchStamp stamp;
  for (const std::string& name : SplitNames(names)) {
    const std::filesystem::path parent = std::filesystem::path(name).parent_path();
    struct stat status = {};
    if (::stat(parent.empty() ? "." : parent.c_str(), &status) != 0) return std::nullopt;
    stamp.directories.push_back(DirectoryOf(status));
    if (::stat(name.c_str(), &status) != 0) continue;
    if (S_ISDIR(status.st_mode)) stamp.directories.push_back(DirectoryOf(status));
    if (S_ISREG(status.st_mode) && IsFolio(name)) return std::nullopt;
  }
  return stamp;
}

}  // namespace fdr
