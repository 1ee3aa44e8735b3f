// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Writes the data volumes of an archive.  See docs/format/volume.md.

#pragma once

#include <cstdint>
#include <string>

#include "fdr/archive/byte_sink.h"
#include "fdr/archive/label_record.h"

namespace fdr {

/// One thread at a time.
class VolumeWriter {
 public:
  /// Makes the first volume, BASE.NUMBER after the label's volume, still empty.  A volume that has
  /// a record does not grow beyond `soft_limit`, and none beyond what the version can address.
  static Result<VolumeWriter> Create(FileSystem& files, std::string base, const LabelRecord& label,
                                     std::uint64_t soft_limit);

  /// Writes the label of the first volume; the number in it is ours to fill in.
  Result<void> Start(const LabelRecord& label);

  /// Makes sure that a record of that size can be appended: goes on in the next volume if it does
  /// not fit into this one.  kTooLarge if it does not fit anywhere.
  Result<void> MakeRoom(std::uint64_t record_size);

  /// Appends a framed record.  Gives the offset where it starts.
  Result<std::uint64_t> Append(Bytes record);

  /// Goes on in another volume, with a number above the present one's, which is on the medium by
  /// then.  When that fails, the present volume stays in use, unless it is the one that could not
  /// be synced or closed.  kInvalidArgument for a number that no volume can have.
  Result<void> StartVolume(std::int64_t number);

  Result<void> Sync() { return sink_.Sync(); }
  Result<void> Close() { return sink_.Close(); }

  std::int32_t number() const { return number_; }
  std::uint64_t size() const { return sink_.size(); }
  /// Whether there is more than a label in the present volume.
  bool has_record() const { return size() > label_.size(); }
  const std::string& name() const { return sink_.name(); }

 private:
  VolumeWriter(FileSystem& files, std::string base, const LabelRecord& label,
               std::uint64_t soft_limit, ByteSink sink)
      : files_(&files),
        base_(std::move(base)),
        label_(label),
        number_(label.volume),
        soft_limit_(soft_limit),
        sink_(std::move(sink)) {}

  Result<void> WriteLabel(std::int32_t number, ByteSink& sink) const;

  FileSystem* files_;
  std::string base_;
  LabelRecord label_;
  std::int32_t number_;
  std::uint64_t soft_limit_;
  ByteSink sink_;
};

}  // namespace fdr
