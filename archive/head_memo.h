// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The heads of large records that were read before: who goes from stamp to stamp where he, or
// another reader, has been, need not read again.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "fdr/archive/byte_source.h"

namespace fdr {

/// Of the records of any sources, whose content must not change; at most so many that they take
/// a megabyte and a half.  One thread at a time.
class HeadMemo {
 public:
  static constexpr std::size_t kBodySize = 16;

  struct Head {
    const ByteSource* source = nullptr;
    std::uint64_t offset = 0;
    std::uint32_t length = 0;
    std::array<std::byte, kBodySize> body = {};  ///< its first bytes, as far as it has so many
    std::uint32_t note = 0;  ///< for those who know more about the record: 0 says nothing
  };

  /// Of the record that begins, or ends, there; nullptr if that is not known, or not any more.
  /// Valid until the next Add().
  Head* StartingAt(const ByteSource& source, std::uint64_t offset) {
    if (heads_.empty()) return nullptr;
    Head& head = heads_[Place(offset)];
    return head.source == &source && head.offset == offset ? &head : nullptr;
  }
  Head* EndingAt(const ByteSource& source, std::uint64_t offset) {
    if (heads_.empty()) return nullptr;
    Head& head = heads_[by_end_[Place(offset)]];
    return head.source == &source && head.offset + head.length == offset ? &head : nullptr;
  }

  void Add(const Head& head) {
    if (count_ * kRoom >= heads_.size() && heads_.size() < kMostPlaces) Grow();
    Put(head);
  }

 private:
  static constexpr std::size_t kFewestPlaces = 512, kMostPlaces = 32768;
  static constexpr std::size_t kRoom = 4;  // places for each head, so that few get into one

  std::size_t Place(std::uint64_t offset) const {
    return (offset * 0x9e3779b97f4a7c15u >> 32) % heads_.size();
  }

  // What was there goes.
  void Put(const Head& head) {
    const std::size_t place = Place(head.offset);
    count_ += heads_[place].source == nullptr ? 1 : 0;
    heads_[place] = head;
    by_end_[Place(head.offset + head.length)] = static_cast<std::uint32_t>(place);
  }

  void Grow() {
    std::vector<Head> before(heads_.empty() ? kFewestPlaces : heads_.size() * 2);
    before.swap(heads_);
    by_end_.assign(heads_.size(), 0);
    count_ = 0;
    for (const Head& head : before)
      if (head.source != nullptr) Put(head);
  }

  std::vector<Head> heads_;            // by a hash of the offset
  std::vector<std::uint32_t> by_end_;  // places in heads_, by a hash of the end
  std::size_t count_ = 0;
};

}  // namespace fdr
