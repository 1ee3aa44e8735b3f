// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The files of a directory that look like parts of an archive, and whose they are: only a label
// says that.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fdr/archive/files/directory.h"
#include "fdr/archive/record/label_record.h"

namespace fdr {

struct ArchivePart {
  std::string name;
  std::int32_t number = 0;  ///< as in labels: of a volume, kMetadataVolume or kIndexVolume
  bool is_draft = false;    ///< has its name not yet, as a process left it that was killed
  /// Nothing: it is not what its name says, but somebody's file, link, directory...
  std::optional<LabelRecord> label;
  std::uint64_t size = 0;
  Timestamp written = {};
};

/// Those with the base name `stem`, in the order in which they may be removed: without an index an
/// archive is merely slower, and without metadata it is none.  `names` are those of the directory,
/// ascending.
std::vector<ArchivePart> FindParts(const Directory& directory,
                                   const std::vector<std::string>& names, const std::string& stem);

/// The label of a file that is open, if it is the one that the part should have.
std::optional<LabelRecord> LabelOf(const DirectoryFile& file, const ArchivePart& part);

/// Whether files with these labels are parts of one archive.
bool AreOfOneArchive(const LabelRecord& a, const LabelRecord& b);

}  // namespace fdr
