// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Builds data records.  See docs/format/volume.md.

#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/value.h"
#include "fdr/archive/record/result_record.h"

namespace fdr {

/// Begin(), then per metric either AddSet() or BeginSet() and its values, then Encode().  Reuses
/// its buffers: one encoder serves many records.
class ResultEncoder {
 public:
  static constexpr std::size_t kMaxPayload = 0xffffff - 4;

  void Begin(Timestamp stamp);

  /// A metric without values: count is 0 or an error code, which is negative.
  void AddSet(MetricId id, std::int32_t count);

  /// Begins a metric.  The values that follow, up to the next set, all have this format:
  /// AddInPlace() is for ValueFormat::kInPlace, AddBlock() for the other formats.  A metric may
  /// stay without values.
  void BeginSet(MetricId id, ValueFormat format);
  void AddInPlace(InstanceId instance, std::uint32_t word) {
    assert(format_ == ValueFormat::kInPlace);
    AddPair(instance, word);
  }
  /// Pads with '~', as PCP does, unless `padding` has the bytes.  A payload of more than
  /// kMaxPayload bytes cannot be stored: it makes the record overfull.
  void AddBlock(InstanceId instance, Type type, Bytes payload, Bytes padding = {});
  /// A block with a number of 4 or 8 bytes.
  void AddNumber(InstanceId instance, Type type, std::uint32_t size, std::uint64_t bits) {
    assert(format_ && format_ != ValueFormat::kInPlace && (size == 4 || size == 8));
    std::byte* const payload = AddBlockHead(instance, type, size, 0);
    if (size == 8)
      StoreU64(payload, bits);
    else
      StoreU32(payload, static_cast<std::uint32_t>(bits));
  }
  /// A metric with all of its values, at least one, in place.  Each value has an `instance` and
  /// `bits`.
  template <class Value>
  void AddInPlaceSet(MetricId id, std::span<const Value> values) {
    std::byte* pair = AddWholeSet(id, ValueFormat::kInPlace, values.size());
    for (const Value& value : values) {
      StoreU32(pair, static_cast<std::uint32_t>(value.instance));
      StoreU32(pair + 4, static_cast<std::uint32_t>(value.bits));
      pair += ValueSet::kPairSize;
    }
  }
  /// The same in blocks: numbers of one type, of 4 or 8 bytes.
  template <class Value>
  void AddNumberSet(MetricId id, ValueFormat format, Type type, std::uint32_t size,
                    std::span<const Value> values) {
    assert(format != ValueFormat::kInPlace && (size == 4 || size == 8));
    std::byte* pair = AddWholeSet(id, format, values.size());
    std::size_t word_at = sets_.size() - 8 * values.size() + 4;
    auto word = static_cast<std::uint32_t>(blocks_.size() / 4);
    std::byte* block = blocks_.Take((4 + size) * values.size());
    for (const Value& value : values) {
      StoreU32(pair, static_cast<std::uint32_t>(value.instance));
      StoreU32(pair + 4, word);
      StoreU32(block, static_cast<std::uint32_t>(type) << 24 | (4 + size));
      if (size == 8)
        StoreU64(block + 4, value.bits);
      else
        StoreU32(block + 4, static_cast<std::uint32_t>(value.bits));
      block_words_.push_back(std::exchange(word_at, word_at + 8));
      pair += ValueSet::kPairSize;
      block += 4 + size;
      word += 1 + size / 4;
    }
  }
  /// A copy of a decoded set.
  void CopySet(const ValueSet& set);

  /// Appends the framed record.
  void Encode(Version version, ByteBuffer& out) const;

  /// Appends only the value sets and blocks, for a record without a frame.  The caller has written
  /// the first `head` bytes of the record and metrics().
  void EncodeBehind(std::size_t head, ByteBuffer& out) const;
  std::uint32_t metrics() const { return metrics_; }

  /// Appends a mark, a record without metrics.
  static void EncodeMark(Version version, Timestamp stamp, ByteBuffer& out);

  bool empty() const { return metrics_ == 0; }
  /// Whether something did not fit since Begin().  Such a record must not be encoded.
  bool overfull() const { return overfull_; }
  Timestamp stamp() const { return stamp_; }

 private:
  // A growing sequence of bytes, in memory that the next record uses again.
  class Area {
   public:
    void Clear() { size_ = 0; }
    std::size_t size() const { return size_; }
    Bytes bytes() const { return Bytes(memory_).first(size_); }
    std::byte* At(std::size_t offset) { return memory_.data() + offset; }
    // Adds `n` bytes, which the caller fills in before the next Take().
    std::byte* Take(std::size_t n) {
      if (memory_.size() - size_ < n) Grow(n);
      return memory_.data() + std::exchange(size_, size_ + n);
    }

   private:
    void Grow(std::size_t n);

    ByteBuffer memory_;
    std::size_t size_ = 0;
  };

  void AddHead(MetricId id, std::int32_t count);
  // Returns room for the pairs of `count` values.
  std::byte* AddWholeSet(MetricId id, ValueFormat format, std::size_t count) {
    assert(count > 0);
    format_.reset();
    ++metrics_;
    std::byte* const head = sets_.Take(ValueSet::kHeadSize + ValueSet::kPairSize * count);
    StoreU32(head, id.value);
    StoreU32(head + 4, static_cast<std::uint32_t>(count));
    StoreU32(head + 8, static_cast<std::uint32_t>(format));
    return head + ValueSet::kHeadSize;
  }
  void AddPair(InstanceId instance, std::uint32_t word) {
    if (values_ == 0) AddFormat();
    std::byte* const pair = sets_.Take(ValueSet::kPairSize);
    StoreU32(pair, static_cast<std::uint32_t>(instance));
    StoreU32(pair + 4, word);
    StoreU32(sets_.At(count_at_), ++values_);
  }
  // Appends the pair and the header of the next block.  Returns room for the payload and its
  // padding.
  std::byte* AddBlockHead(InstanceId instance, Type type, std::size_t size, std::size_t padding) {
    AddPair(instance, static_cast<std::uint32_t>(blocks_.size() / 4));
    block_words_.push_back(sets_.size() - 4);
    std::byte* const block = blocks_.Take(4 + size + padding);
    StoreU32(block, static_cast<std::uint32_t>(type) << 24 | static_cast<std::uint32_t>(size + 4));
    return block + 4;
  }
  void AddFormat();

  Timestamp stamp_;
  std::uint32_t metrics_ = 0;
  bool overfull_ = false;
  std::size_t count_at_ = 0;           // place of the open set's number of values in sets_
  std::uint32_t values_ = 0;           // of the open set, like the format
  std::optional<ValueFormat> format_;  // empty while no set is open
  Area sets_;                          // block words are still relative to the first block
  Area blocks_;
  std::vector<std::size_t> block_words_;  // places of the block words in sets_
};

}  // namespace fdr
