// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/find/cut_download.h"

#include <stdlib.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

#include "fdr/tools/find/cut_out.h"

namespace fdr::tools {
namespace {

Result<CutDirectory> MakeTemporary() {
  std::error_code error;
  const std::filesystem::path parent = std::filesystem::temp_directory_path(error);
  if (error) return FailSystem(error.value(), "TMPDIR");
  std::string directory = parent / "fdr-cut-XXXXXX";
  if (::mkdtemp(directory.data()) == nullptr) return FailSystem(errno, directory);
  const auto remove = [directory](void*) {
    std::error_code ignored;
    std::filesystem::remove_all(directory, ignored);
  };
  return CutDirectory{directory, std::shared_ptr<void>(nullptr, remove)};
}

}  // namespace

Result<CutDirectory> CutForDownload(const std::string& names, Timestamp from, Timestamp to,
                                    const CheckLimit& check) {
  const auto archive = ArchiveContext::Open(names);
  if (!archive) return Fail(archive.error());
  Result<CutDirectory> directory = MakeTemporary();
  if (!directory) return directory;
  CutList cuts({.directory = directory->directory, .zone = Zone::FromTz("UTC"), .check = check});
  Stretch window;
  window.start = from;
  window.end = to;
  cuts.Add(window);
  const auto cut = cuts.WriteNext(**archive);
  if (!cut) return Fail(cut.error());
  if (!*cut) return Fail(Errc::kNotFound, "There are no records in this window");
  return directory;
}

}  // namespace fdr::tools
