// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A directory where a fuzz target writes files, for code that reads only files.

#pragma once

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "fdr/tests/fuzz/fuzz.h"

namespace fdr::fuzz {

/// A directory of this process, in memory if possible.  It is removed when the process ends.
inline const std::string& Directory() {
  static const std::string path = [] {
    std::string name =
        (access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp") + std::string("/fdr-fuzz-XXXXXX");
    Require(mkdtemp(name.data()) != nullptr, "there is a place for temporary files");
    return name;
  }();
  // Registered after the path was made, so that the path still exists at the removal.
  static const int registered = std::atexit([] { std::filesystem::remove_all(path); });
  Require(registered == 0, "temporary files are removed");
  return path;
}

}  // namespace fdr::fuzz
