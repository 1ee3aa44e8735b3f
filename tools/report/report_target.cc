// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/report/report_target.h"

#include <filesystem>
#include <system_error>
#include <vector>

#include "fdr/archive/files/archive_files.h"
#include "fdr/tools/note/note_files.h"

namespace fdr::tools {
namespace {

namespace fs = std::filesystem;

bool IsSameFile(const fs::path& one, const fs::path& other) {
  std::error_code ignored;
  return fs::equivalent(one, other, ignored);
}

// A recorder may begin a volume of this name, or compress one.
bool IsNamedAsPart(const fs::path& file, const fs::path& base) {
  const std::string name = file.filename().string(), notes = NotesPath(base.filename().string());
  if (name != notes && !IsPartOf(name, base.filename().string())) return false;
  const auto directory = [](const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
  };
  return IsSameFile(directory(file), directory(base));
}

bool IsPart(const std::string& file, const ArchiveFiles& archive) {
  std::vector<std::string> parts = {archive.metadata, archive.index, NotesPath(archive.base)};
  for (const VolumeFile& volume : archive.volumes) parts.push_back(volume.path);
  for (const std::string& part : parts)
    if (!part.empty() && IsSameFile(file, part)) return true;
  return IsNamedAsPart(file, archive.base);
}

}  // namespace

Result<void> CheckIsNoPart(const std::string& file, const std::string& names) {
  const auto archives = FindArchives(names);
  if (!archives) return {};  // opening them says why
  for (const ArchiveFiles& archive : *archives)
    if (IsPart(file, archive))
      return Fail(Errc::kInvalidArgument, "A file of the archive; choose another name for the page",
                  file);
  return {};
}

}  // namespace fdr::tools
