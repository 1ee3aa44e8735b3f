// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Writes the data volumes of an archive.  See docs/format/volume.md.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "fdr/archive/files/byte_sink.h"
#include "fdr/archive/files/newborn_file.h"
#include "fdr/archive/record/label_record.h"

namespace fdr {

/// One thread at a time.
class VolumeWriter {
 public:
  /// What becomes of volumes that are finished; else they are synced and closed at once.
  using TakeFinished = std::function<void(ByteSink finished)>;

  /// Makes the first volume, BASE.NUMBER.new after the label's volume, still empty: Start() it, and
  /// TakeName() when it is worth reading (newborn_file.h).  A volume that has a record does not
  /// grow beyond `soft_limit`, and none beyond what the version can address.
  static Result<VolumeWriter> Create(FileSystem& files, std::string base, const LabelRecord& label,
                                     std::uint64_t soft_limit);

  /// Makes a later volume, which has its label from the first moment on.
  static Result<VolumeWriter> CreateNext(FileSystem& files, std::string base,
                                         const LabelRecord& label, std::uint64_t soft_limit);

  /// Opens the volume that has this label, or is to get it; nothing is changed so far.
  static Result<VolumeWriter> Open(FileSystem& files, std::string base, const LabelRecord& label,
                                   std::uint64_t soft_limit);
  /// Goes on behind the first `end` bytes; what follows those is dropped.
  Result<void> Cut(std::uint64_t end) { return sink_.Cut(end); }

  /// Writes the label of the first volume; the number in it is ours to fill in.
  Result<void> Start(const LabelRecord& label);
  Result<void> TakeName() { return fdr::TakeName(sink_); }

  /// Whether a record of that size fits into this volume.
  bool HasRoom(std::uint64_t record_size) const;

  /// Makes sure that a record of that size can be appended: goes on in the next volume if it does
  /// not fit into this one.  kTooLarge if it does not fit anywhere.
  Result<void> MakeRoom(std::uint64_t record_size);

  /// Appends a framed record.  Gives the offset where it starts.
  Result<std::uint64_t> Append(Bytes record);

  /// Hands over the volumes that will be finished, which are not synced.
  void OnFinished(TakeFinished take) { take_finished_ = std::move(take); }

  /// Goes on in another volume, with a number above the present one's, which is on the medium by
  /// then, unless it was handed over.  When that fails, the present volume stays in use, unless it
  /// is the one that could not be synced or closed.  kInvalidArgument for a number that no volume
  /// can have.
  Result<void> StartVolume(std::int64_t number);

  Result<void> Lock() { return sink_.Lock(); }
  Result<void> Sync() { return sink_.Sync(); }
  Result<std::optional<ByteSink>> HandleToSync() { return sink_.HandleToSync(); }
  Result<void> Close() { return sink_.Close(); }

  std::int32_t number() const { return label_.volume; }
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
        soft_limit_(soft_limit),
        sink_(std::move(sink)) {}

  static Result<ByteSink> MakeLabelled(FileSystem& files, const std::string& base,
                                       const LabelRecord& label);

  FileSystem* files_;
  std::string base_;
  LabelRecord label_;  // of the present volume
  std::uint64_t soft_limit_;
  ByteSink sink_;
  TakeFinished take_finished_;
};

}  // namespace fdr
