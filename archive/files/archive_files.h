// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds the files of an archive by a name that a user typed.  See docs/format/files.md.

#pragma once

#include <sys/types.h>

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

/// A file, whatever its name.
struct FileId {
  dev_t device = 0;
  ino_t number = 0;
  bool operator==(const FileId&) const = default;
};

/// The files of one archive, as far as they exist; any of them may be compressed.  If a part has
/// both a plain and a compressed file, the plain one is used.
struct ArchiveFiles {
  std::string base;                 ///< path without .meta, .index or volume number
  std::string metadata;             ///< empty if missing
  std::string index;                ///< empty if missing
  std::vector<VolumeFile> volumes;  ///< ascending; need not begin at 0, may have gaps
  /// Which file the metadata were when the files were found.
  std::optional<FileId> metadata_id = {};

  /// kMissingFile unless the metadata and at least one volume exist.
  Result<void> CheckComplete() const;
  /// Whether the metadata are another file now, or have no name: the archive may have been
  /// replaced, and then the other files are not those of the metadata.
  bool HaveChanged() const;
  /// The same, but the metadata may have been compressed.
  bool WereReplaced() const;
};

/// Returns the part of the archive `base` that a file with the name `file`, in the same directory,
/// would be: a volume's number, kMetadataVolume or kIndexVolume, as in a label.  Nothing if the
/// file is no part.  Both names are without directories.
std::optional<std::int32_t> PartNumber(std::string_view file, std::string_view base);
inline bool IsPartOf(std::string_view file, std::string_view base) {
  return PartNumber(file, base).has_value();
}

/// Returns the files of an archive.  `name` is its base name or any of its files, with or without a
/// compression suffix; or a folio with one archive.  kNotFound if no such archive exists.
Result<ArchiveFiles> FindArchive(std::string_view name);

/// Returns the files of the archive with exactly this base name.  kNotFound if no such archive
/// exists.
Result<ArchiveFiles> FindArchiveFiles(std::string base);

/// Returns the present file of the volume, compressed or not; empty if it does not exist.
std::string FindVolume(const std::string& base, std::int32_t number);

/// The elements of a comma-separated list of archives.  A trailing comma is harmless.
std::vector<std::string> SplitNames(std::string_view names);

/// Like FindArchive for every element of a comma-separated list.  A directory stands for all
/// archives in it, in order of their names, and a folio (folio.h) for those that it lists.  With a
/// sink, missing archives are only reported, if at least one is found.
Result<std::vector<ArchiveFiles>> FindArchives(std::string_view names,
                                               const ProblemSink& on_missing = {});

}  // namespace fdr
