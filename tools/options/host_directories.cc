// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/options/host_directories.h"

#include <dirent.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/files/directory_names.h"

namespace fdr::tools {
namespace {

bool HoldsArchives(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored) && FindArchives(path + '/').has_value();
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
  for (const std::string& name : names)
    if (std::string path = std::filesystem::path(directory) / name;
        path.find(',') == path.npos && HoldsArchives(path))
      hosts.push_back(std::move(path));
  return hosts;
}

}  // namespace fdr::tools
