// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/host_directories.h"

#include <dirent.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>

#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/files/directory_names.h"
#include "fdr/archive/source/compression.h"

namespace fdr::tools {
namespace {

// Also if it cannot be read: whatever opens it says why.
bool HoldsArchives(const std::string& path) {
  std::vector<std::string> names;
  const int failure = TakeNames(::opendir(path.c_str()), "", names);
  if (failure < 0) return failure != -ENOTDIR && failure != -ENOENT;
  return std::ranges::any_of(names, [](std::string_view name) {
    name.remove_suffix(CompressionSuffix(name).size());
    return name.ends_with(".meta");
  });
}

}  // namespace

std::vector<std::string> HostDirectories(const std::string& directory) {
  std::error_code ignored;
  if (directory.find(',') != directory.npos || !std::filesystem::is_directory(directory, ignored) ||
      FindArchives(directory))
    return {};
  std::vector<std::string> names;
  if (TakeNames(::opendir(directory.c_str()), "", names) < 0) return {};
  std::ranges::sort(names);
  std::vector<std::string> hosts;
  std::set<std::filesystem::path> known;  // a host may have another name, which is a link
  for (const std::string& name : names) {
    std::string path = std::filesystem::path(directory) / name;
    if (!HoldsArchives(path)) continue;
    const std::filesystem::path place = std::filesystem::canonical(path, ignored);
    if (ignored || known.insert(place).second) hosts.push_back(std::move(path));
  }
  return hosts;
}

}  // namespace fdr::tools
