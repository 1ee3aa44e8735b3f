// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/folio/folio_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "fdr/archive/files/archive_files.h"

namespace fdr::tools {
namespace {

bool IsFile(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

}  // namespace

std::vector<std::string> FilesOfArchive(const std::string& base) {
  std::vector<std::string> paths;
  if (const Result<ArchiveFiles> files = FindArchiveFiles(base)) {
    for (const VolumeFile& volume : files->volumes) paths.push_back(volume.path);
    for (const std::string& path : {files->index, files->metadata})
      if (!path.empty()) paths.push_back(path);
  }
  for (const char* suffix : {".log", ".config"})
    if (std::string path = base + suffix; IsFile(path)) paths.push_back(std::move(path));
  return paths;
}

std::vector<std::string> FilesOfFolio(const ChosenArchives& chosen) {
  std::vector<std::string> paths;
  const auto add = [&](std::string path) {
    if (std::find(paths.begin(), paths.end(), path) == paths.end())
      paths.push_back(std::move(path));
  };
  for (const std::size_t number : chosen.numbers)
    for (std::string& path : FilesOfArchive(chosen.PathOf(number))) add(std::move(path));
  const Folio& folio = chosen.folio;
  if (!folio.replay.empty() && chosen.IsWhole() && IsFile(folio.PathOf(folio.replay)))
    add(folio.PathOf(folio.replay));
  return paths;
}

}  // namespace fdr::tools
