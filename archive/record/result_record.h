// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A data record: a time stamp and the values of some metrics at that time, or a mark.
// See docs/format/volume.md.

#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/error.h"
#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/value.h"

namespace fdr {

class ByteReader;

/// Size of a block's header word, which has the type, and the length of this word and the payload.
inline constexpr std::uint32_t kBlockHeaderSize = 4;

/// A value too large for its word: type, payload and the padding to a multiple of four bytes.
struct ValueBlock {
  Type type = Type::kUnknown;
  Bytes payload;
  Bytes padding;
};

/// The values of one metric.  Borrows from the record.
class ValueSet {
 public:
  /// The set's first word is at `offset` of the body.
  ValueSet(MetricId id, std::int32_t count, ValueFormat format, std::uint32_t offset, Bytes body)
      : id_(id), count_(count), format_(format), offset_(offset), body_(body) {}

  // The head of a set with values: identifier, number of values, format.  A set without values has
  // no format.
  static constexpr std::uint32_t kHeadSize = 12;
  static constexpr std::uint32_t kEmptySize = 8;
  static constexpr std::uint32_t kPairSize = 8;

  /// The size in bytes of the set that begins with `bytes`, which are at least kEmptySize bytes.
  static std::uint64_t SizeAt(Bytes bytes) { return SizeOf(LoadI32(bytes.data() + 4)); }
  /// Returns the set at `offset` of the body, if it is valid and ends at `end` or before.
  static std::optional<ValueSet> At(std::uint32_t offset, std::uint64_t end, Bytes body) {
    end = std::min<std::uint64_t>(end, body.size());
    if (offset > end || end - offset < kEmptySize) return std::nullopt;
    const std::byte* const head = body.data() + offset;
    const MetricId id{LoadU32(head)};
    const std::int32_t count = LoadI32(head + 4);
    if (count <= 0) return ValueSet(id, count, ValueFormat::kInPlace, offset, body);
    if (SizeOf(count) > end - offset) return std::nullopt;
    const auto format = static_cast<ValueFormat>(LoadU32(head + kEmptySize));
    if (format > ValueFormat::kPointerStatic) return std::nullopt;
    return ValueSet(id, count, format, offset, body);
  }

  MetricId id() const { return id_; }
  /// As recorded: 0 means no values, a negative number is an error code.
  std::int32_t count() const { return count_; }
  /// Number of values: never negative.
  std::uint32_t size() const { return count_ > 0 ? static_cast<std::uint32_t>(count_) : 0; }
  ValueFormat format() const { return format_; }
  bool in_place() const { return format_ == ValueFormat::kInPlace; }
  /// The start and the end of the set in the body.
  std::uint32_t offset() const { return offset_; }
  std::uint64_t end() const { return offset_ + SizeOf(count_); }

  InstanceId Instance(std::uint32_t i) const {
    return LoadI32(pairs() + std::size_t{kPairSize} * i);
  }
  /// The value itself if in_place(), otherwise the place of its block in words (BlockOffset()).
  std::uint32_t Word(std::uint32_t i) const {
    return LoadU32(pairs() + std::size_t{kPairSize} * i + 4);
  }
  /// The block of a value that is not in place.
  ValueBlock Block(std::uint32_t i) const;
  /// The same for a set with unchecked blocks; nothing if the block is not inside the record.
  std::optional<ValueBlock> CheckedBlock(std::uint32_t i) const;

  /// The payload of such a block if its header word is `header`, otherwise nullptr: for loops over
  /// numbers.  The header has the payload's size.
  const std::byte* PayloadUnder(std::uint32_t header, std::uint32_t i) const {
    const std::uint64_t at = BlockOffset(Word(i));
    const std::uint32_t length = BlockLength(header);
    if (at > body_.size() || body_.size() - at < length || LoadU32(body_.data() + at) != header)
      return nullptr;
    return body_.data() + at + 4;
  }

  /// The `size` bytes of blocks from the place `word` on, or nullptr if they are not inside the
  /// record.
  const std::byte* BlocksOf(std::uint32_t word, std::uint64_t size) const {
    const std::uint64_t at = BlockOffset(word);
    return at > body_.size() || body_.size() - at < size ? nullptr : body_.data() + at;
  }

  /// Instance and word of each value, 8 bytes a pair: for loops over many values.
  const std::byte* pairs() const { return body_.data() + offset_ + kHeadSize; }
  /// The header word of the i-th value's block: type in the first byte, then 4 + the payload's
  /// size.
  const std::byte* BlockHeader(std::uint32_t i) const {
    return body_.data() + BlockOffset(Word(i));
  }

  /// The distance in bytes from one block header to the next, if all blocks have one type and size
  /// and follow one another, as numbers do.  Otherwise 0.
  std::uint32_t stride() const { return stride_; }

  /// The length of a block with this header, header included, without padding.
  static constexpr std::uint32_t BlockLength(std::uint32_t header) { return header & 0xffffff; }

  // The place of a block is stored in words, counted from 8 bytes before the record: kBeforeBody
  // bytes before the body.
  static constexpr std::uint32_t kBeforeBody = 12;
  static constexpr std::uint64_t BlockOffset(std::uint64_t word) { return word * 4 - kBeforeBody; }
  static constexpr std::uint64_t WordAt(std::uint64_t offset) { return (offset + kBeforeBody) / 4; }

 private:
  friend class ResultRecord;

  static constexpr std::uint64_t SizeOf(std::int32_t count) {
    return count > 0 ? kHeadSize + std::uint64_t{kPairSize} * static_cast<std::uint32_t>(count)
                     : kEmptySize;
  }

  MetricId id_;
  std::int32_t count_;
  ValueFormat format_;
  std::uint32_t offset_;
  std::uint32_t stride_ = 0;
  Bytes body_;
};

/// Decodes one record after the other.  After the largest record, it allocates no more memory.
class ResultRecord {
 public:
  /// Checks the whole record: counts, formats, and that the blocks follow the value sets without
  /// gap or overlap.  Afterwards every value can be read without further checks.  The value sets
  /// borrow from `body` (of a Frame), which must outlive them.
  Result<void> Decode(Version version, Bytes body);

  /// Like Decode(), but does not check the blocks.  The caller must not read values that are not in
  /// place, except with the functions that check.
  Result<void> DecodeSets(Version version, Bytes body);

  /// Like Decode(), for a body with another head: `count` value sets begin at `offset` of the body.
  Result<void> DecodeBehind(std::size_t offset, Timestamp stamp, std::uint32_t count, Bytes body);

  Timestamp stamp() const { return stamp_; }
  /// "Nothing is known between the previous record and the next one."
  bool is_mark() const { return sets_.empty(); }
  std::span<const ValueSet> sets() const { return sets_; }
  /// Whether this record has the same sets as the last decoded record, at the same places.
  bool has_same_sets() const { return has_same_sets_; }
  /// The blocks of all values: they follow the sets, in any order, and fill the rest of the body.
  Bytes blocks() const { return blocks_; }

  /// Decodes only the stamp: for searching.  kCorruptRecord if the body is too short for a stamp.
  static Result<Timestamp> DecodeStamp(Version version, Bytes body);
  /// The stored number of value sets.  `body` is long enough for a stamp.
  static std::uint32_t CountOf(Version version, Bytes body);
  static bool IsMark(Version version, Bytes body) { return CountOf(version, body) == 0; }

 private:
  Result<void> ReadSets(ByteReader in, std::uint32_t count, Bytes body);
  bool ReadSameSets(std::size_t offset, std::uint32_t count, Bytes body);
  Result<void> CheckTiling(Bytes body);
  Result<void> CheckBlocks(Bytes body, std::size_t blocks_start);
  Result<void> CheckScatteredBlocks(Bytes body, std::size_t blocks_start);

  Timestamp stamp_;
  std::vector<ValueSet> sets_;
  Bytes blocks_;
  bool has_blocks_ = false;
  bool has_same_sets_ = false;
};

}  // namespace fdr
