// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/run/own_files.h"

#include <unistd.h>

#include <array>
#include <climits>
#include <cstdlib>

namespace fdr::tools {

std::string RealPath(const std::string& path) {
  std::array<char, PATH_MAX> resolved;
  return ::realpath(path.c_str(), resolved.data()) != nullptr ? resolved.data() : "";
}

std::string OwnFile(std::initializer_list<const char*> paths) {
  const std::string program = RealPath("/proc/self/exe");
  const std::string directory = program.substr(0, program.rfind('/') + 1);
  for (const char* const path : paths)
    if (::access((directory + path).c_str(), R_OK) == 0) return RealPath(directory + path);
  return {};
}

}  // namespace fdr::tools
