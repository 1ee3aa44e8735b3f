// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Goes from stamp to stamp through a data volume, as fast as possible: users must not notice a
// check of millions of records.

#pragma once

#include <cstdint>
#include <optional>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/stamp_codec.h"
#include "fdr/archive/record/label_record.h"
#include "fdr/archive/record/record_frame.h"

namespace fdr {

/// The place and the stamp of a record.
struct StampedRecord {
  std::uint64_t offset = 0;
  std::uint64_t size = 0;
  Timestamp stamp;
};

/// One thread at a time.  Borrows the source.
class StampWalk {
 public:
  StampWalk(const ByteSource& source, Version version)
      : source_(source),
        version_(version),
        head_size_(kFrameLengthSize + StampSize(version)),
        position_(LabelSize(version)) {}

  void Seek(std::uint64_t offset) { position_ = offset; }
  std::uint64_t position() const { return position_; }

  enum class Step { kRecord, kEnd, kDamage, kUnreadable };
  /// Reads the record at the position, and moves to its end.
  Step Next(StampedRecord& record) {
    if (const std::byte* const head = At(position_, head_size_)) {
      const std::uint32_t size = LoadU32(head);
      if (size >= least_size() && At(position_, size) != nullptr) {
        if (LoadU32(head + size - kFrameLengthSize) != size) return Step::kDamage;
        return Take(head, size, record);
      }
    }
    return NextUnread(record);
  }

 private:
  // The bytes in the buffer, or null if they are not in it.
  const std::byte* At(std::uint64_t offset, std::size_t size) const {
    const std::uint64_t skip = offset - start_;
    return offset >= start_ && skip <= used_ && size <= used_ - skip ? buffer_.data() + skip
                                                                     : nullptr;
  }
  std::size_t least_size() const { return head_size_ + 2 * kFrameLengthSize; }
  Step Take(const std::byte* head, std::uint32_t size, StampedRecord& record) {
    record = {position_, size, LoadStamp(version_, head + kFrameLengthSize)};
    position_ += size;
    last_size_ = size;
    return Step::kRecord;
  }
  Step NextUnread(StampedRecord& record);
  bool Read(std::uint64_t offset, std::size_t size);

  const ByteSource& source_;
  Version version_;
  std::size_t head_size_;  // of the length and the stamp
  std::uint64_t position_;
  std::uint64_t last_size_ = 0;
  ByteBuffer buffer_;  // has the source's bytes from start_ on
  std::uint64_t start_ = 0;
  std::size_t used_ = 0;
};

}  // namespace fdr
