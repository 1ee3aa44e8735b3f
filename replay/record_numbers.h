// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Remembers the numbers of records: who goes over the same stretch of time again does not read it
// again.  They take a fraction of what the records take, and no decoding.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "fdr/archive/block_cache.h"
#include "fdr/replay/record_bodies.h"

namespace fdr {

/// One thread at a time.  Its memory is lent by a cache, and grows with what there is to remember;
/// who reads every record once needs none.
class RecordNumbers {
 public:
  /// Which numbers, in which order; none is 0.
  using Layout = std::uint32_t;

  explicit RecordNumbers(std::shared_ptr<BlockCache> cache) : loan_(std::move(cache)) {}

  /// Nothing if they are not remembered.  Valid until the next Note().
  std::span<const std::uint64_t> Find(const RecordPlace& record, Layout layout);

  /// That the record was read.  If it is worth remembering, `fill` puts so many numbers where it is
  /// told to; or returns false, and they are not remembered.  Then nothing comes back, else they.
  template <class Fill>
  std::span<const std::uint64_t> Note(const RecordPlace& record, Layout layout, std::size_t count,
                                      const Fill& fill) {
    Slot* const slot = SlotToFill(record, count);
    if (slot == nullptr) return {};
    const std::span<std::uint64_t> room = Room(count);
    if (room.empty() || !fill(room)) return {};
    *slot = {record.source, record.offset, written_ - count, layout,
             static_cast<std::uint32_t>(count)};
    return room;
  }

 private:
  // What was read of late, and what is remembered of it.
  struct Slot {
    const ByteSource* source = nullptr;
    std::uint64_t offset = 0;
    // Of its numbers, among all that were ever written; or when it was read, if there are none.
    std::uint64_t start = 0;
    Layout layout = 0;
    std::uint32_t count = 0;

    bool IsOf(const RecordPlace& record) const {
      return source == record.source && offset == record.offset;
    }
  };

  static constexpr std::size_t kWays = 4;             // where a record's slot may be
  static constexpr std::size_t kBytesPerSlot = 1024;  // one for so many of the loan
  static constexpr std::size_t kSegment = 8 * 1024;   // numbers: as large as pieces of blocks

  Slot* SlotToFill(const RecordPlace& record, std::size_t count);
  bool MakeSlots();
  std::size_t FirstWayOf(const RecordPlace& record) const;
  std::span<std::uint64_t> Room(std::size_t count);
  std::uint64_t capacity() const { return segments_.size() * kSegment; }
  bool IsLucky();

  BlockCache::Loan loan_;
  std::span<Slot> slots_;   // each kWays of them are those of some records, by a hash
  bool has_tried_ = false;  // to get slots
  // Written round and round, once there are no more to be had.
  std::vector<std::uint64_t*> segments_;
  std::uint64_t written_ = 0;
  bool is_full_ = false;
  std::uint64_t time_ = 0;  // as numbers that were wanted go by
  std::uint32_t random_ = 1;
};

}  // namespace fdr
