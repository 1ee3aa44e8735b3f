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
  /// Takes over finished volumes.  Without it, they are synced and closed at once.
  using TakeFinished = std::function<void(ByteSink finished)>;

  /// Creates the first volume, BASE.NUMBER.new, empty; the number is the label's.  Call Start(),
  /// and TakeName() when it is worth reading (newborn_file.h).  A volume with a record does not
  /// grow beyond `soft_limit`.  No volume grows beyond the limit of the version.
  static Result<VolumeWriter> Create(FileSystem& files, std::string base, const LabelRecord& label,
                                     std::uint64_t soft_limit);

  /// Creates a later volume, which has its label from the first moment on.
  static Result<VolumeWriter> CreateNext(FileSystem& files, std::string base,
                                         const LabelRecord& label, std::uint64_t soft_limit);

  /// Opens the volume that has, or will get, this label, without a change.
  static Result<VolumeWriter> Open(FileSystem& files, std::string base, const LabelRecord& label,
                                   std::uint64_t soft_limit);
  /// Drops all bytes after the first `end`, and continues there.
  Result<void> Cut(std::uint64_t end) { return sink_.Cut(end); }

  /// Writes the label of the first volume; fills in its volume number.
  Result<void> Start(const LabelRecord& label);
  Result<void> TakeName() { return fdr::TakeName(sink_); }

  /// Whether a record of this size fits into this volume.
  bool HasRoom(std::uint64_t record_size) const;

  /// Makes sure that a record of this size can be appended: continues in the next volume if
  /// necessary.  kTooLarge if the record fits into no volume.
  Result<void> MakeRoom(std::uint64_t record_size);

  /// Appends a framed record.  Returns the offset of its start.
  Result<std::uint64_t> Append(Bytes record);

  /// Sets the function that takes over finished volumes.  They are not synced then.
  void OnFinished(TakeFinished take) { take_finished_ = std::move(take); }

  /// Continues in another volume with a greater number.  Syncs and closes the present volume, or
  /// hands it over.  After a failure the present volume stays in use, unless it could not be synced
  /// or closed.  kInvalidArgument for a number that no volume can have.
  Result<void> StartVolume(std::int64_t number);

  Result<void> Lock() { return sink_.Lock(); }
  Result<void> Sync() { return sink_.Sync(); }
  Result<std::optional<ByteSink>> HandleToSync() { return sink_.HandleToSync(); }
  Result<void> Close() { return sink_.Close(); }

  std::int32_t number() const { return label_.volume; }
  std::uint64_t size() const { return sink_.size(); }
  /// Whether the present volume has more than a label.
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
