// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/record_numbers.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <new>
#include <utility>

namespace fdr {

std::span<const std::uint64_t> RecordNumbers::Find(const RecordPlace& record, Layout layout) {
  if (segments_.empty()) return {};
  for (const Slot& slot : slots_.subspan(FirstWayOf(record), kWays)) {
    if (!slot.IsOf(record)) continue;
    const bool is_overwritten = written_ - slot.start > capacity();
    if (slot.count == 0 || slot.layout != layout || is_overwritten) return {};
    time_ += slot.count;
    return {segments_[slot.start / kSegment % segments_.size()] + slot.start % kSegment,
            slot.count};
  }
  return {};
}

// Where what there is to keep of the record belongs, the second time that it is read: who goes
// through an archive once does not pay for what he will not ask for.
RecordNumbers::Slot* RecordNumbers::SlotToFill(const RecordPlace& record, std::size_t count) {
  if (count == 0 || count > kSegment || !MakeSlots()) return nullptr;
  time_ += count;
  const Slot read{.source = record.source, .offset = record.offset, .start = time_};
  const std::span<Slot> ways = slots_.subspan(FirstWayOf(record), kWays);
  const auto same = std::ranges::find_if(ways, [&](const Slot& slot) { return slot.IsOf(record); });
  if (same != ways.end()) {
    // Who goes round and round through more than fits, would push out what he comes to next if all
    // that he reads were kept.  As few newcomers are, he finds what fits.
    const bool is_soon = same->count == 0 && time_ - same->start <= capacity();
    if (!is_full_ || is_soon || IsLucky()) return &*same;
    *same = read;
    return nullptr;
  }
  const auto empty = std::ranges::find(ways, nullptr, &Slot::source);
  if (empty != ways.end())
    *empty = read;
  else if (IsLucky())
    ways[random_ >> 16 & (kWays - 1)] = read;
  return nullptr;
}

std::size_t RecordNumbers::FirstWayOf(const RecordPlace& record) const {
  const std::uint64_t key = record.offset + std::hash<const void*>()(record.source);
  return (key * 0x9e3779b97f4a7c15u >> 32) & (slots_.size() - kWays);
}

bool RecordNumbers::MakeSlots() {
  if (std::exchange(has_tried_, true)) return !slots_.empty();
  const std::uint64_t slots = std::bit_floor(loan_.most() / kBytesPerSlot);
  const std::span<std::byte> memory =
      slots >= kWays ? loan_.Take(slots * sizeof(Slot)) : std::span<std::byte>();
  if (memory.empty()) return false;
  slots_ = std::span(new (memory.data()) Slot[slots], slots);
  return true;
}

// One of sixteen is.
bool RecordNumbers::IsLucky() {
  random_ = random_ * 1664525 + 1013904223;
  return random_ >> 28 == 0;
}

std::span<std::uint64_t> RecordNumbers::Room(std::size_t count) {
  if (const std::size_t left = kSegment - written_ % kSegment; left < count) written_ += left;
  if (!is_full_ && written_ == capacity()) {
    const std::span<std::byte> memory = loan_.Take(kSegment * sizeof(std::uint64_t));
    if (memory.empty())
      is_full_ = true;
    else
      segments_.push_back(new (memory.data()) std::uint64_t[kSegment]);
  }
  if (segments_.empty()) return {};
  std::uint64_t* const segment = segments_[written_ / kSegment % segments_.size()];
  const std::span<std::uint64_t> room(segment + written_ % kSegment, count);
  written_ += count;
  return room;
}

}  // namespace fdr
