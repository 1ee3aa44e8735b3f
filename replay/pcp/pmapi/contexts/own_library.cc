// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/contexts/own_library.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <climits>
#include <cstdlib>
#include <string_view>

namespace fdr::pmapi {
namespace {

std::string RealPath(const std::string& path) {
  char resolved[PATH_MAX];
  return realpath(path.c_str(), resolved) != nullptr ? resolved : path;
}

}  // namespace

std::string OwnLibraryDirectory() {
  Dl_info own = {};
  if (dladdr(reinterpret_cast<const void*>(&OwnLibraryDirectory), &own) == 0) return {};
  const std::string path = RealPath(own.dli_fname);
  return path.substr(0, path.rfind('/'));
}

std::string ProgramBesideLibrary(std::initializer_list<const char*> paths) {
  const std::string directory = OwnLibraryDirectory();
  for (const char* path : paths)
    if (const std::string program = directory + "/" + path;
        !directory.empty() && access(program.c_str(), X_OK) == 0)
      return program;
  return {};
}

std::optional<std::string> OtherLibraryDirectories() {
  const char* const path = getenv("LD_LIBRARY_PATH");
  if (path == nullptr) return std::nullopt;
  const std::string own = OwnLibraryDirectory();
  std::string others;
  bool found = false, first = true;
  for (std::string_view rest = path;;) {
    const std::size_t end = std::min(rest.find_first_of(":;"), rest.size());
    const std::string directory(rest.substr(0, end));
    if (!directory.empty() && RealPath(directory) == own) {
      found = true;
    } else {
      others.append(first ? "" : ":").append(directory);
      first = false;
    }
    if (end == rest.size()) break;
    rest.remove_prefix(end + 1);
  }
  if (!found) return std::nullopt;
  return others;
}

}  // namespace fdr::pmapi
