// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Maps the number of an item to its place in a list.  A hash table in one piece of memory, for
// lookups that are made for every metric of every record.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace fdr {

/// Only grows.  A plain value.
class PlaceIndex {
 public:
  std::optional<std::size_t> Find(std::uint32_t key) const {
    if (entries_.empty()) return std::nullopt;
    for (std::size_t i = Home(key); entries_[i].place != kFree; i = Next(i))
      if (entries_[i].key == key) return entries_[i].place;
    return std::nullopt;
  }

  /// False, and nothing changes, if the key already has a place.
  bool Add(std::uint32_t key, std::size_t place) {
    if (Find(key)) return false;
    if (2 * (count_ + 1) > entries_.size()) Grow();
    Insert({place, key});
    ++count_;
    return true;
  }

 private:
  static constexpr std::size_t kFree = static_cast<std::size_t>(-1);

  struct Entry {
    std::size_t place = kFree;
    std::uint32_t key = 0;
  };

  // Identifiers are often consecutive: spread them to places far from one another.
  std::size_t Home(std::uint32_t key) const {
    return static_cast<std::size_t>((std::uint64_t{key} * 0x9e3779b97f4a7c15) >> shift_);
  }
  std::size_t Next(std::size_t i) const { return (i + 1) & (entries_.size() - 1); }

  void Insert(const Entry& entry) {
    std::size_t i = Home(entry.key);
    while (entries_[i].place != kFree) i = Next(i);
    entries_[i] = entry;
  }

  void Grow() {
    const std::size_t size = entries_.empty() ? 16 : 2 * entries_.size();
    const std::vector<Entry> before = std::exchange(entries_, std::vector<Entry>(size));
    shift_ = 64 - std::countr_zero(size);
    for (const Entry& entry : before)
      if (entry.place != kFree) Insert(entry);
  }

  std::vector<Entry> entries_;  // a power of two, at most half of them taken
  std::size_t count_ = 0;
  int shift_ = 63;
};

}  // namespace fdr
