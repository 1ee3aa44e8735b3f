// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/compress/compressed_twin.h"

#include <filesystem>
#include <vector>

#include "fdr/archive/compress/compare_content.h"
#include "fdr/archive/files/staged_files.h"
#include "fdr/archive/source/compressed_file.h"

namespace fdr {
namespace {

bool IsThere(const std::string& path) {
  std::error_code unknown;
  return std::filesystem::exists(std::filesystem::symlink_status(path, unknown));
}

// A file that cannot be decoded may have any content, so this returns false.
bool HasAllOf(const std::string& path, const std::string& twin) {
  const auto plain = OpenSource(path), content = OpenSource(twin);
  return plain && content && BeginsWith(**plain, **content).value_or(false);
}

}  // namespace

Result<void> RemoveCompressedTwins(FileSystem& files, const std::string& path) {
  std::vector<std::string> twins;
  for (const char* suffix : {".xz", ".zst"}) {
    const std::string twin = path + suffix, draft = twin + std::string(StagedFiles::kSuffix);
    if (IsThere(draft)) twins.push_back(draft);
    if (!IsThere(twin)) continue;
    if (!HasAllOf(path, twin))
      return Fail(Errc::kExists, "Besides the volume that goes on, with other content", twin);
    twins.push_back(twin);
  }
  for (const std::string& twin : twins)
    if (Result<void> removed = RemoveFile(files, twin); !removed) return removed;
  return {};
}

}  // namespace fdr
