// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Where a fuzz target leaves files for what only reads files.

#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "fdr/tests/fuzz/fuzz.h"

namespace fdr::fuzz {

/// A directory of this process, in memory where there is one; gone when the process ends.
inline const std::string& Directory() {
  static const std::string path = [] {
    std::string name =
        (access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp") + std::string("/fdr-fuzz-XXXXXX");
    Require(mkdtemp(name.data()) != nullptr, "there is a place for temporary files");
    return name;
  }();
  // After the path was made, so that it is still there.
  static const int registered = std::atexit([] { std::filesystem::remove_all(path); });
  Require(registered == 0, "temporary files are removed");
  return path;
}

}  // namespace fdr::fuzz
