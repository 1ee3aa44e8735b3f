// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A directory of a test's own.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/byte_writer.h"

namespace fdr::test {

/// Empty at first; gone, with all that is in it, at the end of its life.
class TempDirectory {
 public:
  TempDirectory();
  ~TempDirectory();
  TempDirectory(const TempDirectory&) = delete;
  TempDirectory& operator=(const TempDirectory&) = delete;

  const std::string& path() const { return path_; }
  std::string operator/(std::string_view name) const { return path_ + "/" + std::string(name); }

 private:
  std::string path_;
};

/// All of a file; a failure of the test if there is none.
ByteBuffer ReadFile(const std::string& path);
void WriteFile(const std::string& path, Bytes bytes);

/// The names of a directory's files, ascending.
std::vector<std::string> FileNames(const std::string& directory);

}  // namespace fdr::test
