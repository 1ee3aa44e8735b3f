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

/// Of the word before the payload of a value that did not fit its word: its type, and their length.
inline constexpr std::uint32_t kBlockHeaderSize = 4;

/// A value that did not fit its word: type, payload and the padding to a multiple of four bytes.
struct ValueBlock {
  Type type = Type::kUnknown;
  Bytes payload;
  Bytes padding;
};

/// The values of one metric.  Borrows from the record.
class ValueSet {
 public:
  /// Its first word is at `offset` of the body.
  ValueSet(MetricId id, std::int32_t count, ValueFormat format, std::uint32_t offset, Bytes body)
      : id_(id), count_(count), format_(format), offset_(offset), body_(body) {}

  // Of a set with values: identifier, number of values, format.  One without has no format.
  static constexpr std::uint32_t kHeadSize = 12;
  static constexpr std::uint32_t kEmptySize = 8;
  static constexpr std::uint32_t kPairSize = 8;

  /// How many bytes a set takes that begins with these: kEmptySize of them at least.
  static std::uint64_t SizeAt(Bytes bytes) { return SizeOf(LoadI32(bytes.data() + 4)); }
  /// The set at `offset` of the body, if it makes sense and ends before `end`.
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
  /// Where it begins in the body, and where it ends there.
  std::uint32_t offset() const { return offset_; }
  std::uint64_t end() const { return offset_ + SizeOf(count_); }

  InstanceId Instance(std::uint32_t i) const { return LoadI32(pairs() + std::size_t{8} * i); }
  /// The value itself where in_place(), else what locates its block.
  std::uint32_t Word(std::uint32_t i) const { return LoadU32(pairs() + std::size_t{8} * i + 4); }
  /// The block of a value that is not in place.
  ValueBlock Block(std::uint32_t i) const;
  /// The same for a set whose blocks were not looked at; nothing if the block is not inside the
  /// record.
  std::optional<ValueBlock> CheckedBlock(std::uint32_t i) const;

  /// The payload of such a block if its header word is this one, and nullptr if it is not: for
  /// loops over numbers.  The header tells the payload's size.
  const std::byte* PayloadUnder(std::uint32_t header, std::uint32_t i) const {
    const std::uint64_t at = BlockOffset(Word(i));
    const std::uint32_t length = BlockLength(header);
    if (at > body_.size() || body_.size() - at < length || LoadU32(body_.data() + at) != header)
      return nullptr;
    return body_.data() + at + 4;
  }

  /// So many bytes of blocks from the one on that a word locates, or nullptr if they are not inside
  /// of the record.
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

  /// Where all blocks have one type and size and follow one another, as numbers do: the first
  /// header. The next is stride() bytes further.  Only then is stride() not 0.
  std::uint32_t stride() const { return stride_; }

  /// Of a block with that header, which belongs to it.
  static constexpr std::uint32_t BlockLength(std::uint32_t header) { return header & 0xffffff; }

  // A block is located in words, counted from 8 bytes before the record: 12 before its body.
  static constexpr std::uint64_t BlockOffset(std::uint32_t word) {
    return std::uint64_t{word} * 4 - 12;
  }

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

/// Decodes one record after the other, without allocating once it has seen the largest.
class ResultRecord {
 public:
  /// Checks the whole record, so that every value of it can be read without further checks: counts,
  /// formats, and that the blocks follow the value sets without gap or overlap.  The value sets
  /// borrow from `body` (of a Frame), which must outlive them.
  Result<void> Decode(Version version, Bytes body);

  /// Like Decode(), but does not look at the blocks: values that are not in place must not be asked
  /// for.
  Result<void> DecodeSets(Version version, Bytes body);

  /// Like Decode(), for what has a head of its own: `count` value sets begin at `offset` of the
  /// body.
  Result<void> DecodeBehind(std::size_t offset, Timestamp stamp, std::uint32_t count, Bytes body);

  Timestamp stamp() const { return stamp_; }
  /// "Nothing is known between the previous record and the next one."
  bool is_mark() const { return sets_.empty(); }
  std::span<const ValueSet> sets() const { return sets_; }
  /// Whether these are the sets of the record that was decoded before, at the same places.
  bool has_same_sets() const { return has_same_sets_; }
  /// The blocks of all values: they follow the sets, in any order, and fill the rest of the body.
  Bytes blocks() const { return blocks_; }

  /// Only the stamp: for searching.  kCorruptRecord if the body is too short for one.
  static Result<Timestamp> DecodeStamp(Version version, Bytes body);
  /// How many value sets there should be, of a body that has a stamp.
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
