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
#include <utility>
#include <vector>

#include "fdr/archive/block_cache.h"
#include "fdr/replay/record_bodies.h"

namespace fdr {

/// One thread at a time.  Its memory is lent by a cache, and grows with what there is to remember:
/// who reads every record once needs no more than some hundred bytes for each.  Where others want
/// to remember something, too, it keeps to its share, from the next call on.
class RecordNumbers {
 public:
  /// Which numbers, in which order; none is 0.
  using LayoutId = std::uint32_t;
  /// Of a record with more of them, nothing is remembered.  So many fit into the memory of a piece
  /// of a block, which has 50 to 64 KB where there are many.
  static constexpr std::size_t kMost = 6000;

  explicit RecordNumbers(std::shared_ptr<BlockCache> cache) : loan_(std::move(cache)) {}

  /// Nothing if they are not remembered.  Valid until the next call.
  std::span<const std::uint64_t> Find(const RecordPlace& record, LayoutId layout);

  /// That the record was read.  If it is worth remembering, `fill` puts so many numbers where it is
  /// told to; or returns false, and they are not remembered.  Then nothing comes back, else they.
  template <class Fill>
  std::span<const std::uint64_t> Note(const RecordPlace& record, LayoutId layout, std::size_t count,
                                      const Fill& fill) {
    Slot* const slot = SlotToFill(record, count);
    if (slot == nullptr) return {};
    const std::span<std::uint64_t> room = Room(count);
    if (room.empty() || !fill(room)) return {};
    const auto size = static_cast<std::uint32_t>(count);
    *slot = {record.source, record.offset, segments_[writing_].round, writing_, used_there_ - size,
             size,          layout};
    return room;
  }

 private:
  // A record that was read of late, and what is remembered of it.
  struct Slot {
    const ByteSource* source = nullptr;
    std::uint64_t offset = 0;
    // Segment::round of its numbers; or where there are none, how many had been wanted when it was
    // read.
    std::uint64_t time = 0;
    std::uint32_t segment = 0;
    std::uint32_t start = 0;
    std::uint32_t count = 0;
    LayoutId layout = 0;

    bool IsOf(const RecordPlace& record) const {
      return source == record.source && offset == record.offset;
    }
  };

  struct Segment {  // kMost numbers
    std::uint64_t* numbers = nullptr;
    std::uint64_t round = 0;  // in which they were written: no two ever have the same
  };

  static constexpr std::size_t kWays = 4;             // where a record's slot may be
  static constexpr std::size_t kFewSlots = 1024;      // to begin with
  static constexpr std::size_t kBytesPerSlot = 1024;  // one at most for so many of the loan

  Slot* SlotToFill(const RecordPlace& record, std::size_t count);
  std::span<Slot> WaysOf(const ByteSource* source, std::uint64_t offset);
  void AddSlot(const Slot& slot);
  void Grow();
  std::span<std::uint64_t> Room(std::size_t count);
  void BeginSegment();
  void KeepToShare();
  std::uint64_t capacity() const { return segments_.size() * kMost; }
  bool IsLucky();

  BlockCache::Loan loan_;
  std::vector<Slot> slots_;        // each kWays of them are those of some records, by a hash
  std::size_t used_ = 0;           // of the slots
  std::vector<Segment> segments_;  // round and round, once there are no more to be had
  std::uint32_t writing_ = 0;      // the segment, ...
  std::uint32_t used_there_ = kMost;
  std::uint64_t rounds_ = 0;  // ever
  bool is_full_ = false;      // there was no other one to be had
  std::uint64_t wanted_ = 0;  // numbers, ever
  std::uint32_t random_ = 1;
};

}  // namespace fdr
