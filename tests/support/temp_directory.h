// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A temporary directory for one test.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/byte_writer.h"

namespace fdr::test {

/// Empty at first.  The destructor removes the directory and its content.
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

/// The content of a file.  If the file does not exist, the test fails.
ByteBuffer ReadFile(const std::string& path);
void WriteFile(const std::string& path, Bytes bytes);

/// The sorted names of the files in a directory.
std::vector<std::string> FileNames(const std::string& directory);

}  // namespace fdr::test
