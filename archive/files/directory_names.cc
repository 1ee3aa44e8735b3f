// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A directory may hold thousands of archives.  So a name becomes a string only if it is wanted.

#include "fdr/archive/files/directory_names.h"

#include <cerrno>

namespace fdr {

int TakeNames(DIR* stream, std::string_view beginning, std::vector<std::string>& names) {
  if (stream == nullptr) return -errno;
  errno = 0;
  while (const dirent* const entry = ::readdir(stream)) {
    const std::string_view name = entry->d_name;
    if (name.starts_with(beginning) && name != "." && name != "..") names.emplace_back(name);
    errno = 0;
  }
  const int failure = errno;
  ::closedir(stream);
  return -failure;
}

}  // namespace fdr
