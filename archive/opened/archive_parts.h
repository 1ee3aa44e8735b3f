// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The parts of an archive that are known before any data volume is opened.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/files/open_options.h"
#include "fdr/archive/metadata/metadata.h"
#include "fdr/archive/record/index_entry.h"
#include "fdr/archive/record/label_record.h"

namespace fdr {

struct ArchiveParts {
  ArchiveFiles files;
  OpenOptions options;
  LabelRecord label;                   ///< of the first volume
  std::shared_ptr<Metadata> metadata;  ///< shared with the sorted form of the archive
  std::vector<IndexEntry> index;       ///< ascending by stamp

  /// Returns the place of the volume with this number.
  std::optional<std::size_t> VolumeNumbered(std::int32_t number) const;

  /// Checks whether a label belongs to this archive.  Compares only the fields that PCP compares:
  /// start and zones of the files may differ.
  Result<void> CheckLabel(const LabelRecord& other, std::int32_t volume,
                          const std::string& path) const;

  /// Calls `open` with the path of a volume.  Another program may have compressed or decompressed
  /// the file since its name was found.  kBusy if it has replaced the archive.
  template <class Open>
  auto OpenVolume(const VolumeFile& file, Open open) const -> decltype(open(file.path)) {
    auto opened = open(file.path);
    if (!opened && opened.error().code == Errc::kNotFound)
      if (const std::string now = FindVolume(files.base, file.number); !now.empty())
        opened = open(now);
    if (files.WereReplaced())
      return Fail(Errc::kBusy, "The archive was replaced: open it again", file.path);
    return opened;
  }

  void NoteFile(const std::string& path) const {
    if (options.on_file) options.on_file(path);
  }
  void ReportProblem(const Error& error) const;
};

}  // namespace fdr
