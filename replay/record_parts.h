// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Reads of a record what is asked for, where that is little of it.
//
//   | stamp | set | set | SET | set | set |    |  BLOCKS  |      |

#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "fdr/archive/byte_source.h"
#include "fdr/archive/byte_writer.h"
#include "fdr/archive/error.h"
#include "fdr/archive/head_memo.h"
#include "fdr/archive/result_record.h"
#include "fdr/archive/value.h"

namespace fdr {

/// One thread at a time.  Borrows the memo, and the sources, whose content must not change.
class RecordParts {
 public:
  /// So many bytes of a record are read in the time that one more part of it takes.
  static constexpr std::uint64_t kBytesPerPart = 8 * 1024;

  /// Notes in the memo which records have which sets: nobody else may.
  explicit RecordParts(HeadMemo& memo) : memo_(&memo) {}
  // Sets point into buffers.
  RecordParts(const RecordParts&) = delete;
  RecordParts& operator=(const RecordParts&) = delete;
  RecordParts(RecordParts&&) = default;
  RecordParts& operator=(RecordParts&&) = default;
  ~RecordParts() = default;

  /// The sets of the record at that offset, with so large a body, as ResultRecord::DecodeSets() has
  /// them.  None has values before they were loaded.  Valid until the next call.
  Result<std::span<const ValueSet>> SetsOf(const ByteSource& source, Version version,
                                           std::uint64_t offset, std::uint64_t body_size);
  /// The values of one of those sets.
  Result<void> Load(const ValueSet& set, Type type);

 private:
  /// Records of one size, which mostly have the same sets.
  struct Shape {
    ByteBuffer body;         // of the last one, as far as it was read
    ResultRecord record;     // with the sets of the last one that was decoded
    std::uint32_t note = 0;  // in the memo, where a record was decoded that has these sets
  };

  void FindShape(std::uint64_t body_size);
  Shape& shape() { return shapes_[current_]; }
  Result<void> Decode(Version version);
  Result<void> LoadBlocks(const ValueSet& set);
  // Of the body.
  Result<void> Read(std::uint64_t from, std::uint64_t to);

  HeadMemo* memo_;
  std::array<Shape, 4> shapes_;
  std::size_t current_ = 0;
  std::size_t next_ = 0;  // the oldest
  std::uint32_t last_note_ = 0;
  const ByteSource* source_ = nullptr;
  std::uint64_t start_ = 0;   // of the current record's body
  std::uint64_t loaded_ = 0;  // so much of it, from its start
};

}  // namespace fdr
