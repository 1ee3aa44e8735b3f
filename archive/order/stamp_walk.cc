// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/order/stamp_walk.h"

#include <algorithm>
#include <array>

namespace fdr {
namespace {

constexpr std::size_t kWindow = 128 * 1024;
constexpr std::uint64_t kSmall = 4096;  // records up to this size are read whole

}  // namespace

bool StampWalk::Read(std::uint64_t offset, std::size_t size) {
  buffer_.resize(std::max(buffer_.size(), size));
  start_ = offset;
  used_ = 0;
  const Result<std::size_t> got = source_.ReadAt(offset, std::span(buffer_).first(size));
  if (got) used_ = *got;
  return got.has_value();
}

// Reads only the two ends of a large record, together with the head of the next record.
StampWalk::Step StampWalk::NextUnread(StampedRecord& record) {
  if (position_ >= source_.size()) return position_ == source_.size() ? Step::kEnd : Step::kDamage;
  const bool has_large = last_size_ > kSmall;
  if (At(position_, head_size_) == nullptr || !has_large)
    if (!Read(position_, has_large ? head_size_ : kWindow)) return Step::kUnreadable;
  const std::byte* const head = At(position_, head_size_);
  if (head == nullptr) return Step::kDamage;
  const std::uint32_t size = LoadU32(head);
  if (size < least_size() || size > kMaxFrameSize || size > source_.size() - position_)
    return Step::kDamage;
  if (At(position_, size) != nullptr) {
    if (LoadU32(head + size - kFrameLengthSize) != size) return Step::kDamage;
    return Take(head, size, record);
  }
  StampedRecord found;
  const std::uint64_t start = position_;
  Take(head, size, found);
  if (!Read(position_ - kFrameLengthSize, kFrameLengthSize + head_size_)) {
    position_ = start;
    return Step::kUnreadable;
  }
  const std::byte* const tail = At(position_ - kFrameLengthSize, kFrameLengthSize);
  if (tail == nullptr || LoadU32(tail) != size) {
    position_ = start;
    return Step::kDamage;
  }
  record = found;
  return Step::kRecord;
}

}  // namespace fdr
