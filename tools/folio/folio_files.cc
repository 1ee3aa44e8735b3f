// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/folio/folio_files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "fdr/archive/archive.h"
#include "fdr/archive/files/archive_files.h"

namespace fdr::tools {
namespace {

bool IsFile(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

// The archive must open: its name alone could be that of any files.
Result<std::vector<std::string>> FilesOfArchive(const std::string& base) {
  const Result<ArchiveFiles> files = FindArchiveFiles(base);
  if (!files) return Fail(files.error());
  const auto opened = Archive::Open(*files);
  if (!opened) return Fail(opened.error());
  std::vector<std::string> paths;
  for (const VolumeFile& volume : files->volumes) paths.push_back(volume.path);
  for (const std::string& path : {files->index, files->metadata})
    if (!path.empty()) paths.push_back(path);
  for (const char* suffix : {".log", ".config"})
    if (std::string path = base + suffix; IsFile(path)) paths.push_back(std::move(path));
  return paths;
}

}  // namespace

Result<std::vector<std::string>> FilesOfFolio(
    const ChosenArchives& chosen, const std::function<void(const Error& error)>& on_missing) {
  std::vector<std::string> paths;
  const auto add = [&](std::string path) {
    if (std::find(paths.begin(), paths.end(), path) == paths.end())
      paths.push_back(std::move(path));
  };
  for (const std::size_t number : chosen.numbers) {
    Result<std::vector<std::string>> files = FilesOfArchive(chosen.PathOf(number));
    if (!files && files.error().code != Errc::kNotFound) return files;
    if (!files) {
      on_missing(files.error());
      continue;
    }
    for (std::string& path : *files) add(std::move(path));
  }
  const Folio& folio = chosen.folio;
  const bool is_plain = folio.replay.find('/') == std::string::npos;
  if (!folio.replay.empty() && is_plain && chosen.IsWhole() && IsFile(folio.PathOf(folio.replay)))
    add(folio.PathOf(folio.replay));
  return paths;
}

}  // namespace fdr::tools
