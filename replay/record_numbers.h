// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Remembers the numbers of records: who goes over the same stretch of time again does not read it
// again.  They take a fraction of what the records take, and no decoding.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "fdr/archive/block_cache.h"
#include "fdr/replay/known_layouts.h"
#include "fdr/replay/record_bodies.h"

namespace fdr {

/// Serves many threads at once.  The memory of the numbers is lent by a cache, and grows with what
/// there is to remember: who reads every record once needs no more than some hundred bytes for
/// each, and for all together a tenth of what may be lent.  Where others want to remember
/// something, too, it keeps to its share, from the next call on.
class RecordNumbers {
  class Segment;

 public:
  /// Of a record with more of them, nothing is remembered.  So many fit into the memory of a piece
  /// of a block, which has 50 to 64 KB where there are many.
  static constexpr std::size_t kMost = 6000;

  explicit RecordNumbers(std::shared_ptr<BlockCache> cache);

  /// The numbers of a record, or none.  They stay as long as this does: do not keep it.
  class Kept {
   public:
    Kept() = default;
    Kept(Kept&& other) noexcept
        : segment_(std::exchange(other.segment_, nullptr)),
          values_(std::exchange(other.values_, {})) {}
    Kept& operator=(Kept&& other) noexcept {
      std::swap(segment_, other.segment_);
      std::swap(values_, other.values_);
      return *this;
    }
    ~Kept() {
      if (segment_ != nullptr) segment_->Release();
    }

    bool empty() const { return segment_ == nullptr; }
    std::span<const std::uint64_t> values() const { return values_; }

   private:
    friend class RecordNumbers;
    Kept(Segment& held, std::uint32_t start, std::uint32_t count)
        : segment_(&held), values_(held.Numbers(start, count)) {}

    Segment* segment_ = nullptr;
    std::span<std::uint64_t> values_;
  };

  Kept Find(const RecordPlace& record, KnownLayout::Id layout);

  /// That the record was read.  If it is worth remembering, `fill` puts so many numbers where it is
  /// told to; or returns false, and they are not remembered.  Then nothing comes back, else they.
  template <class Fill>
  Kept Note(const RecordPlace& record, KnownLayout::Id layout, std::size_t count,
            const Fill& fill) {
    const Key key(record, layout);
    if (!IsWorthIt(key, count)) return {};
    Kept room = Room(static_cast<std::uint32_t>(count));
    if (room.empty() || !fill(room.values_)) return {};
    Remember(key, room);
    return room;
  }

 private:
  // kMost numbers.  Stays where it is, whatever memory it has.
  class Segment {
   public:
    // If it has been written in that round, and nothing since: then it stays as it is, until it is
    // released as often.
    bool Hold(std::uint64_t round) {
      std::uint64_t state = state_.load(std::memory_order_relaxed);
      while (state / kHolders == round)
        if (state_.compare_exchange_weak(state, state + 1, std::memory_order_acquire)) return true;
      return false;
    }
    void Release() { state_.fetch_sub(1, std::memory_order_release); }

    // No two ever have the same; 0 where nothing is remembered.
    std::uint64_t round() const { return state_.load(std::memory_order_relaxed) / kHolders; }
    // Unless somebody holds it: nothing that was written in it before is remembered.
    bool Begin(std::uint64_t round) {
      std::uint64_t state = this->round() * kHolders;
      return state_.compare_exchange_strong(state, round * kHolders, std::memory_order_acq_rel);
    }

    // Only of one that is in no round.
    void SetMemory(std::uint64_t* numbers) { numbers_ = numbers; }
    std::span<std::uint64_t> Numbers(std::uint32_t start, std::uint32_t count) {
      return {numbers_ + start, count};
    }
    std::uint32_t StartOf(std::span<const std::uint64_t> numbers) const {
      return static_cast<std::uint32_t>(numbers.data() - numbers_);
    }

   private:
    static constexpr std::uint64_t kHolders = 1 << 16;  // there are fewer

    std::atomic<std::uint64_t> state_ = 0;  // the round, and how many hold it
    std::uint64_t* numbers_ = nullptr;
  };

  // Of whom: searches for different metrics have different layouts, where a record has those.
  struct Key {
    const ByteSource* source = nullptr;
    std::uint64_t offset = 0;
    KnownLayout::Id layout = 0;

    Key() = default;
    Key(const RecordPlace& record, KnownLayout::Id of)
        : source(record.source), offset(record.offset), layout(of) {}
    std::uint64_t Hash() const;
    friend bool operator==(const Key&, const Key&) = default;
  };

  // A record that was read of late, and what is remembered of it.
  struct Slot {
    Key key;
    std::uint32_t start = 0;
    std::uint32_t count = 0;
    Segment* segment = nullptr;
    // Segment::round() of its numbers; or where there are none, Table::wanted when it was read.
    std::uint64_t time = 0;

    // That it is not, or not any more, may be learnt late.
    bool IsRemembered() const { return count > 0 && segment->round() == time; }
  };

  static constexpr std::size_t kCacheLine = 64;

  // Of some of all records, by a hash, so that threads seldom wait for each other.
  struct alignas(kCacheLine) Table {
    std::mutex mutex;
    std::vector<Slot> slots;   // each kWays of them are those of some records
    std::size_t used = 0;      // of the slots
    std::uint64_t wanted = 0;  // numbers, ever
    std::uint64_t most = 0;    // numbers that may ever be remembered
    std::uint32_t random = 1;

    std::span<Slot> WaysOf(const Key& key);
    Slot* Find(const Key& key);
    void Add(const Slot& slot);
    bool IsOfNoUse(const Slot& slot) const;
    void Grow(std::size_t most_slots);
    bool IsLucky();
  };

  static constexpr std::size_t kWays = 4;  // where a record's slot may be
  static constexpr std::size_t kTables = 16;
  static constexpr std::size_t kFewSlots = 64;       // of a table, to begin with
  static constexpr std::size_t kBytesPerSlot = 512;  // one at most for so many of the loan

  Table& TableOf(const Key& key) { return tables_[key.Hash() % kTables]; }
  bool IsWorthIt(const Key& key, std::size_t count);
  Kept Room(std::uint32_t count);
  void Remember(const Key& key, const Kept& numbers);
  bool BeginSegment();
  void KeepToShare();

  std::array<Table, kTables> tables_;

  // All look at these, whenever they look for anything.
  alignas(kCacheLine) BlockCache::Loan loan_;  // of mutex_, but for what others wait for
  std::atomic<std::size_t> with_memory_ = 0;   // the first of the segments
  std::atomic<bool> is_full_ = false;          // there was no other one to be had

  alignas(kCacheLine) std::mutex mutex_;  // of what follows
  std::deque<Segment> segments_;          // round and round, once there are no more to be had
  std::uint64_t rounds_ = 0;              // ever
  Segment* writing_ = nullptr;            // this one, ...
  std::uint32_t used_there_ = 0;          // ... of which so many numbers are in use
};

}  // namespace fdr
