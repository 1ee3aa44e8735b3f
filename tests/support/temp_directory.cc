// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/support/temp_directory.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace fdr::test {

TempDirectory::TempDirectory()
    : path_((std::filesystem::temp_directory_path() / "fdr-test-XXXXXX").string()) {
  if (mkdtemp(path_.data()) == nullptr) ADD_FAILURE() << "no temporary directory: " << path_;
}

TempDirectory::~TempDirectory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

ByteBuffer ReadFile(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) ADD_FAILURE() << "cannot read " << path;
  std::ostringstream text;
  text << in.rdbuf();
  const std::string content = text.str();
  const Bytes bytes = AsBytes(content);
  return ByteBuffer(bytes.begin(), bytes.end());
}

void WriteFile(const std::string& path, Bytes bytes) {
  std::ofstream out(path, std::ios::binary);
  const std::string_view text = AsText(bytes);
  out.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (!out.flush()) ADD_FAILURE() << "cannot write " << path;
}

std::vector<std::string> FileNames(const std::string& directory) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(directory))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace fdr::test
