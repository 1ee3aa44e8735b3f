// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// From what a user types to the files of an archive.  See docs/format/files.md.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fdr/archive/base/error.h"
#include "fdr/archive/base/problem.h"

namespace fdr {

struct VolumeFile {
  std::int32_t number = 0;
  std::string path;
};

/// The files of one archive, as far as they exist; any of them may be compressed.  Where both a
/// plain and a compressed file of the same part exist, the plain one is meant.
struct ArchiveFiles {
  std::string base;                 ///< path without .meta, .index or volume number
  std::string metadata;             ///< empty if missing
  std::string index;                ///< empty if missing
  std::vector<VolumeFile> volumes;  ///< ascending; need not begin at 0, may have gaps

  /// kMissingFile unless there are metadata and at least one volume.
  Result<void> CheckComplete() const;
};

/// Which part of the archive with that base name in the same directory a file of that name, without
/// directories, would be read as: what its label says, a volume's number, kMetadataVolume or
/// kIndexVolume.  Nothing: none.
std::optional<std::int32_t> PartNumber(std::string_view file, std::string_view base);
inline bool IsPartOf(std::string_view file, std::string_view base) {
  return PartNumber(file, base).has_value();
}

/// The files of the archive that `name` means: its base name or any of its files, with or without a
/// compression suffix.  kNotFound if there is none.
Result<ArchiveFiles> FindArchive(std::string_view name);

/// The files of the archive with exactly that base name.  kNotFound if there is none.
Result<ArchiveFiles> FindArchiveFiles(std::string base);

/// The file of that volume as it is now, compressed or not; empty if there is none.
std::string FindVolume(const std::string& base, std::int32_t number);

/// Like FindArchive for every element of a comma-separated list; a directory stands for all
/// archives in it, in order of their names.  With a sink, what cannot be found is only reported, as
/// long as something else is.
Result<std::vector<ArchiveFiles>> FindArchives(std::string_view names,
                                               const ProblemSink& on_missing = {});

}  // namespace fdr
