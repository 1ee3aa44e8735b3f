// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/record_numbers.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <new>
#include <utility>

namespace fdr {

RecordNumbers::RecordNumbers(std::shared_ptr<BlockCache> cache) : loan_(std::move(cache)) {
  for (std::uint32_t seed = 0; Table & table : tables_) {
    table.most = loan_.most() / sizeof(std::uint64_t) / kTables;
    table.random = seed++;
  }
}

RecordNumbers::Kept RecordNumbers::Find(const RecordPlace& record, KnownLayout::Id layout) {
  if (loan_.IsOverShare()) KeepToShare();
  const Key key(record, layout);
  Table& table = TableOf(key);
  const std::lock_guard lock(table.mutex);
  const Slot* const slot = table.Find(key);
  if (slot == nullptr || slot->count == 0 || !slot->segment->Hold(slot->time)) return {};
  table.wanted += slot->count;
  return {*slot->segment, slot->start, slot->count};
}

// Only from the second time on that it is read: who goes through an archive once does not pay for
// what he will not ask for.
bool RecordNumbers::IsWorthIt(const Key& key, std::size_t count) {
  if (count == 0 || count > kMost) return false;
  if (loan_.IsOverShare()) KeepToShare();
  Table& table = TableOf(key);
  const std::lock_guard lock(table.mutex);
  table.wanted += count;
  if (table.used >= table.slots.size() / 2) table.Grow(loan_.most() / kBytesPerSlot / kTables);
  if (table.slots.empty()) return false;
  const Slot read{.key = key, .time = table.wanted};
  Slot* const same = table.Find(key);
  if (same == nullptr) {
    table.Add(read);
    return false;
  }
  if (same->IsRemembered()) return false;  // somebody was faster
  // Who goes round and round through more than fits, would push out what he comes to next if all
  // that he reads were kept.  As few newcomers are, he finds what fits.
  const std::uint64_t capacity = with_memory_.load(std::memory_order_relaxed) * kMost / kTables;
  const bool is_soon = same->count == 0 && table.wanted - same->time <= capacity;
  if (!is_full_.load(std::memory_order_relaxed) || is_soon || table.IsLucky()) return true;
  *same = read;
  return false;
}

void RecordNumbers::Remember(const Key& key, const Kept& numbers) {
  const Slot kept{.key = key,
                  .start = numbers.segment_->StartOf(numbers.values_),
                  .count = static_cast<std::uint32_t>(numbers.values_.size()),
                  .segment = numbers.segment_,
                  .time = numbers.segment_->round()};
  Table& table = TableOf(key);
  const std::lock_guard lock(table.mutex);
  // Others may have made room for theirs meanwhile, or have remembered the same.
  Slot* const same = table.Find(key);
  if (same == nullptr)
    table.Add(kept);
  else if (!same->IsRemembered())
    *same = kept;
}

std::uint64_t RecordNumbers::Key::Hash() const {
  const std::uint64_t key = offset + std::hash<const void*>()(source) + layout * 0x9e3779b9u;
  return key * 0x9e3779b97f4a7c15u >> 30;
}

std::span<RecordNumbers::Slot> RecordNumbers::Table::WaysOf(const Key& key) {
  return std::span(slots).subspan(key.Hash() / kTables * kWays % slots.size(), kWays);
}

RecordNumbers::Slot* RecordNumbers::Table::Find(const Key& key) {
  if (slots.empty()) return nullptr;
  const std::span<Slot> ways = WaysOf(key);
  const auto found = std::ranges::find(ways, key, &Slot::key);
  return found != ways.end() ? &*found : nullptr;
}

void RecordNumbers::Table::Add(const Slot& slot) {
  const std::span<Slot> ways = WaysOf(slot.key);
  const auto empty = std::ranges::find(ways, Key(), &Slot::key);
  if (empty != ways.end()) {
    *empty = slot;
    ++used;
    return;
  }
  const auto useless = std::ranges::find_if(ways, [this](const Slot& s) { return IsOfNoUse(s); });
  if (useless != ways.end())
    *useless = slot;
  else if (IsLucky())
    ways[random >> 16 & (kWays - 1)] = slot;
}

// Nobody came back for it in all the time that numbers may stay, or others are where they were.
bool RecordNumbers::Table::IsOfNoUse(const Slot& slot) const {
  return slot.count == 0 ? wanted - slot.time > most : !slot.IsRemembered();
}

// To twice its size, if that is not too many.
void RecordNumbers::Table::Grow(std::size_t most_slots) {
  const std::size_t size = std::max(slots.size() * 2, kFewSlots);
  if (size > most_slots) return;
  const std::vector<Slot> old = std::exchange(slots, std::vector<Slot>(size));
  used = 0;
  for (const Slot& slot : old)
    if (slot.key != Key()) Add(slot);
}

// One of sixteen is.
bool RecordNumbers::Table::IsLucky() {
  random = random * 1664525 + 1013904223;
  return random >> 28 == 0;
}

// Somebody who holds the segment last taken keeps it a little longer.
void RecordNumbers::KeepToShare() {
  const std::lock_guard lock(mutex_);
  for (; with_memory_ > 0 && loan_.IsOverShare(); --with_memory_) {
    Segment& last = segments_[with_memory_ - 1];
    if (!last.Begin(0)) break;
    if (&last == writing_) writing_ = nullptr;
    loan_.GiveBack();
  }
  is_full_ = true;
}

// Is held by whoever fills it in.
RecordNumbers::Kept RecordNumbers::Room(std::uint32_t count) {
  const std::lock_guard lock(mutex_);
  if ((writing_ == nullptr || kMost - used_there_ < count) && !BeginSegment()) return {};
  const bool is_held = writing_->Hold(rounds_);
  assert(is_held);
  static_cast<void>(is_held);
  return {*writing_, std::exchange(used_there_, used_there_ + count), count};
}

// Another one, or else the one that was begun longest ago, unless somebody holds it.
bool RecordNumbers::BeginSegment() {
  if (with_memory_ == segments_.size()) segments_.emplace_back();
  const auto memory = loan_.Take(kMost * sizeof(std::uint64_t));
  is_full_ = memory.empty();
  Segment* next = nullptr;
  if (!memory.empty()) {
    next = &segments_[with_memory_++];
    next->SetMemory(new (memory.data()) std::uint64_t[kMost]);
  } else if (with_memory_ > 0) {
    const auto end = segments_.begin() + static_cast<std::ptrdiff_t>(with_memory_);
    next = &*std::ranges::min_element(segments_.begin(), end, {}, &Segment::round);
  }
  if (next == nullptr || !next->Begin(rounds_ + 1)) return false;
  ++rounds_;
  writing_ = next;
  used_there_ = 0;
  return true;
}

}  // namespace fdr
