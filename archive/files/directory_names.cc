// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A directory may hold thousands of archives.  So a name becomes a string only if it is wanted.

#include "fdr/archive/files/directory_names.h"

#include <cerrno>
#include <memory>

namespace fdr {

int TakeNames(DIR* stream, std::string_view beginning, std::vector<std::string>& names) {
  if (stream == nullptr) return -errno;
  const std::unique_ptr<DIR, int (*)(DIR*)> closing(stream, ::closedir);
  errno = 0;
  while (const dirent* const entry = ::readdir(stream)) {
    const std::string_view name = entry->d_name;
    if (name.starts_with(beginning) && name != "." && name != "..") names.emplace_back(name);
    errno = 0;
  }
  return -errno;
}

}  // namespace fdr
