// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The data volumes and the index of an archive that takes records of others as they are: many at a
// time, and never decoded.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fdr/archive/copy/volume_bounds.h"
#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/files/file_system.h"
#include "fdr/archive/order/stamp_walk.h"
#include "fdr/archive/record/index_entry.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/archive/write/index_writer.h"
#include "fdr/archive/write/metadata_places.h"

namespace fdr {

/// The metadata are complete before the data begin.  The caller names the files when all is written
/// (StagedFiles).  One thread at a time.
class DataOutput {
 public:
  /// Where the metadata of the archive are, for its index.
  struct MetadataFile {
    std::vector<MetadataPlace> places;  ///< of the records with a stamp, ascending
    std::uint64_t size = 0;
  };

  /// Creates the index; `label` is that of all files but for the number.  Borrows the file system.
  static Result<DataOutput> Create(FileSystem& files, const std::string& base,
                                   const LabelRecord& label, MetadataFile metadata,
                                   VolumeBounds limit = {});

  /// The next record begins a volume.  Without this call a volume begins only if the one before
  /// has no room: one volume holds no more than MaxFileSize(), and no more than the limit.
  void BeginVolume() { volume_is_full_ = true; }

  /// Appends whole records.  `data` are those of them that are no marks: their offsets count from
  /// the beginning of `frames`.
  Result<void> Append(Bytes frames, std::span<const StampedRecord> data);

  /// Writes the last index entry.  All files are on the medium then.
  Result<void> Close();

  Version version() const { return label_.version; }
  /// Bytes in all files of the archive.
  std::uint64_t size() const { return size_; }

 private:
  DataOutput(FileSystem& files, std::string base, const LabelRecord& label, MetadataFile metadata,
             VolumeBounds limit, IndexWriter index)
      : files_(&files),
        base_(std::move(base)),
        label_(label),
        metadata_(std::move(metadata)),
        places_(label.size(), metadata_.places),
        limit_(limit),
        index_(std::move(index)),
        size_(metadata_.size + label.size()) {}

  struct Stretch;

  Stretch Fitting(Bytes frames) const;
  Result<void> StartVolume();
  Result<void> AppendStretch(const Stretch& stretch, std::span<const StampedRecord> data,
                             std::uint64_t skipped);
  Result<void> CloseVolume();

  FileSystem* files_;
  std::string base_;
  LabelRecord label_;
  MetadataFile metadata_;
  MetadataPlaces places_;
  VolumeBounds limit_;
  IndexWriter index_;
  std::optional<ByteSink> volume_;
  std::int32_t number_ = -1;   // of volume_
  std::uint64_t records_ = 0;  // in volume_, if their number has a limit
  bool volume_is_full_ = true;
  std::optional<IndexEntry> last_;
  std::uint64_t size_;
};

}  // namespace fdr
