// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Checks the temporal index: its entries against each other, and against the records that they
// point at.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/check/check_report.h"
#include "fdr/archive/files/archive_files.h"
#include "fdr/archive/record/index_entry.h"
#include "fdr/archive/record/label_record.h"

namespace fdr {

/// One of the two offsets of an entry, if it is within the possible range.
struct IndexMark {
  std::uint64_t offset = 0;
  Timestamp stamp;
  std::int32_t volume = 0;
  std::uint32_t entry = 0;
};

class IndexCheck {
 public:
  /// Borrows all arguments as long as it is used.
  IndexCheck(const LabelRecord& archive, const std::vector<VolumeFile>& volumes, FileReport& report)
      : archive_(archive), volumes_(volumes), report_(report) {}

  /// Reads the entries after the label.  Without a size, metadata offsets are not checked.
  void Read(const ByteSource& source, std::optional<std::uint64_t> metadata_size);

  /// Ascending by offset.
  std::span<const IndexMark> MetadataMarks() const { return metadata_marks_; }
  std::span<const IndexMark> DataMarks(std::int32_t volume) const;

  /// Call after all data: checks for entries later than the last record.
  void CheckEnd(Timestamp end);

  std::uint64_t EntryOffset(const IndexMark& mark) const {
    return archive_.size() + std::uint64_t{mark.entry} * IndexEntrySize(archive_.version);
  }
  FileReport& report() const { return report_; }

 private:
  void ReportZeros(std::uint32_t entries);
  void CheckEntry(const IndexEntry& entry, const CheckPlace& place,
                  std::optional<std::uint64_t> metadata_size);
  void CheckOrder(const IndexEntry& entry, const IndexEntry& previous, const CheckPlace& place);

  const LabelRecord& archive_;
  const std::vector<VolumeFile>& volumes_;
  FileReport& report_;
  std::uint32_t entry_ = 0;  // the current one
  std::vector<IndexMark> metadata_marks_;
  std::vector<IndexMark> data_marks_;  // ascending by volume, then by offset
};

/// Compares the marks of one file with its records during a walk.
class IndexMarkWalk {
 public:
  IndexMarkWalk(const IndexCheck& index, std::span<const IndexMark> marks)
      : index_(index), marks_(marks) {}

  /// A metadata record at `offset`; `latest` is the latest stamp of metadata before it.
  void MeetMetadata(std::uint64_t offset, Timestamp latest);
  /// A data record with this stamp; `latest` is the latest stamp of data before it.
  void MeetData(std::uint64_t offset, Timestamp stamp, Timestamp latest);
  void EndMetadata(std::uint64_t size, Timestamp latest);
  void EndData(std::uint64_t size);

 private:
  bool At(std::uint64_t offset) const { return !marks_.empty() && marks_.front().offset == offset; }
  void PassBy(std::uint64_t offset, CheckCode code, const char* kind);
  CheckPlace PlaceOf(const IndexMark& mark) const { return {index_.EntryOffset(mark), mark.stamp}; }

  const IndexCheck& index_;
  std::span<const IndexMark> marks_;  // the marks not met yet
};

}  // namespace fdr
