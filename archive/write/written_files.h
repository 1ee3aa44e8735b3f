// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The three files of an archive that is written, where all have the same to do, and in which order.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/files/file_system.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/archive/write/index_writer.h"
#include "fdr/archive/write/metadata_writer.h"
#include "fdr/archive/write/volume_writer.h"

namespace fdr {

/// One thread at a time.  The index is locked as long as it is open.
struct WrittenFiles {
  IndexWriter index;
  MetadataWriter metadata;
  VolumeWriter volumes;

  /// Creates the files, empty and under temporary names.  `label.volume` is the number of the first
  /// volume.  After an error, which ArchiveWriter::Create() describes, no file is left.
  static Result<WrittenFiles> Create(FileSystem& files, const std::string& base,
                                     const LabelRecord& label, std::uint64_t volume_limit);

  /// Writes the labels.
  Result<void> Start(const LabelRecord& label);
  /// Gives the files their final names.  The metadata get theirs last: no program takes files
  /// without metadata for an archive.
  Result<void> TakeNames();

  /// Returns when all data, and the names, are on the medium.
  Result<void> Sync(FileSystem& files);
  /// Handles of the files that were written to since the last sync or the last call, in the order
  /// in which they may reach the medium: no data before their metadata.
  Result<std::vector<ByteSink>> HandlesToSync();

  /// Closes all files, whatever fails; returns the first failure.
  Result<void> Close();
  /// Closes and removes all files.
  Result<void> Discard(FileSystem& files);
};

}  // namespace fdr
