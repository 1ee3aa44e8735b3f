// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/record_numbers.h"

#include <algorithm>
#include <functional>
#include <new>
#include <utility>

namespace fdr {

std::span<const std::uint64_t> RecordNumbers::Find(const RecordPlace& record, LayoutId layout) {
  if (loan_.IsOverShare()) KeepToShare();
  if (segments_.empty()) return {};
  for (const Slot& slot : WaysOf(record.source, record.offset)) {
    if (!slot.IsOf(record)) continue;
    if (slot.count == 0 || slot.layout != layout || slot.segment >= segments_.size()) return {};
    const Segment& segment = segments_[slot.segment];
    if (segment.round != slot.time) return {};
    wanted_ += slot.count;
    return {segment.numbers + slot.start, slot.count};
  }
  return {};
}

void RecordNumbers::KeepToShare() {
  for (; !segments_.empty() && loan_.IsOverShare(); segments_.pop_back()) loan_.GiveBack();
  is_full_ = true;
  if (writing_ >= segments_.size()) used_there_ = kMost;
}

// Where what there is to keep of the record belongs, the second time that it is read: who goes
// through an archive once does not pay for what he will not ask for.
RecordNumbers::Slot* RecordNumbers::SlotToFill(const RecordPlace& record, std::size_t count) {
  if (count == 0 || count > kMost) return nullptr;
  if (loan_.IsOverShare()) KeepToShare();
  wanted_ += count;
  if (used_ >= slots_.size() / 2) Grow();
  if (slots_.empty()) return nullptr;
  const Slot read{.source = record.source, .offset = record.offset, .time = wanted_};
  const std::span<Slot> ways = WaysOf(record.source, record.offset);
  const auto same = std::ranges::find_if(ways, [&](const Slot& slot) { return slot.IsOf(record); });
  if (same == ways.end()) {
    AddSlot(read);
    return nullptr;
  }
  // Who goes round and round through more than fits, would push out what he comes to next if all
  // that he reads were kept.  As few newcomers are, he finds what fits.
  const bool is_soon = same->count == 0 && wanted_ - same->time <= capacity();
  if (!is_full_ || is_soon || IsLucky()) return &*same;
  *same = read;
  return nullptr;
}

std::span<RecordNumbers::Slot> RecordNumbers::WaysOf(const ByteSource* source,
                                                     std::uint64_t offset) {
  const std::uint64_t key = offset + std::hash<const void*>()(source);
  const std::size_t first = (key * 0x9e3779b97f4a7c15u >> 32) & (slots_.size() - kWays);
  return std::span(slots_).subspan(first, kWays);
}

void RecordNumbers::AddSlot(const Slot& slot) {
  const std::span<Slot> ways = WaysOf(slot.source, slot.offset);
  const auto empty = std::ranges::find(ways, nullptr, &Slot::source);
  if (empty != ways.end()) {
    *empty = slot;
    ++used_;
  } else if (IsLucky()) {
    ways[random_ >> 16 & (kWays - 1)] = slot;
  }
}

// To twice its size, if the loan may become large enough for that.
void RecordNumbers::Grow() {
  const std::size_t size = std::max(slots_.size() * 2, kFewSlots);
  if (size > loan_.most() / kBytesPerSlot) return;
  const std::vector<Slot> slots = std::exchange(slots_, std::vector<Slot>(size));
  used_ = 0;
  for (const Slot& slot : slots)
    if (slot.source != nullptr) AddSlot(slot);
}

// One of sixteen is.
bool RecordNumbers::IsLucky() {
  random_ = random_ * 1664525 + 1013904223;
  return random_ >> 28 == 0;
}

std::span<std::uint64_t> RecordNumbers::Room(std::size_t count) {
  if (kMost - used_there_ < count) BeginSegment();
  if (kMost - used_there_ < count) return {};
  const std::span<std::uint64_t> room(segments_[writing_].numbers + used_there_, count);
  used_there_ += static_cast<std::uint32_t>(count);
  return room;
}

// Another one, or else the one that was begun longest ago.
void RecordNumbers::BeginSegment() {
  if (segments_.size() == segments_.capacity()) segments_.reserve(segments_.size() * 2 + 1);
  const auto memory = loan_.Take(kMost * sizeof(std::uint64_t));
  is_full_ = memory.empty();
  if (!is_full_) {
    writing_ = static_cast<std::uint32_t>(segments_.size());
    segments_.push_back({new (memory.data()) std::uint64_t[kMost]});
  } else if (!segments_.empty()) {
    const auto oldest = std::ranges::min_element(segments_, {}, &Segment::round);
    writing_ = static_cast<std::uint32_t>(oldest - segments_.begin());
  } else {
    return;
  }
  segments_[writing_].round = ++rounds_;
  used_there_ = 0;
}

}  // namespace fdr
