// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The files of a directory that look like parts of an archive.  Only a label says which archive
// they belong to.

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
  bool is_draft = false;    ///< left without its final name by a killed process
  /// Nothing: the file is no part of an archive, whatever its name says; or a link, directory...
  std::optional<LabelRecord> label;
  std::uint64_t size = 0;
  Timestamp written = {};
};

/// The parts with the base name `stem`, in the order in which they may be removed: an archive
/// without an index is only slower, without metadata it is unusable.  `names` are the names in the
/// directory, ascending.
std::vector<ArchivePart> FindParts(const Directory& directory,
                                   const std::vector<std::string>& names, const std::string& stem);

/// The label of an open file, if it is a label of that part.
std::optional<LabelRecord> LabelOf(const DirectoryFile& file, const ArchivePart& part);

/// Whether files with these labels are parts of one archive.
bool AreOfOneArchive(const LabelRecord& a, const LabelRecord& b);

}  // namespace fdr
