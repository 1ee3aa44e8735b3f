// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/result_record.h"

#include <algorithm>

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/stamp_codec.h"

namespace fdr {
namespace {

constexpr std::uint32_t RoundUp4(std::uint32_t n) { return (n + 3) & ~std::uint32_t{3}; }

tl::unexpected<Error> Corrupt(const char* what) { return Fail(Errc::kCorruptRecord, what); }

// The size of the block at `offset`, with padding; 0 if the block does not fit into the body.
std::uint32_t PaddedBlockSize(Bytes body, std::uint64_t offset) {
  if (offset > body.size() || body.size() - offset < kBlockHeaderSize) return 0;
  const std::uint32_t length = ValueSet::BlockLength(LoadU32(body.data() + offset));
  if (length < kBlockHeaderSize) return 0;
  const std::uint32_t extent = RoundUp4(length);
  return extent <= body.size() - offset ? extent : 0;
}

// Whether all blocks of the set have this header and follow one another from `word` on, `words`
// words each.  No branch per value: this is the hottest loop of a scan.
inline bool AreUniform(const ValueSet& set, Bytes body, std::uint64_t word, std::uint64_t end,
                       std::uint32_t header, std::uint64_t words) {
  const std::uint32_t n = set.size();
  if (words * n > end - word) return false;
  std::uint32_t difference = 0;
  const std::byte* pair = set.pairs();
  const std::byte* block = body.data() + ValueSet::BlockOffset(word);
  auto expected = static_cast<std::uint32_t>(word);
  for (std::uint32_t i = 0; i < n; ++i) {
    difference |= (LoadU32(pair + 4) ^ expected) | (LoadU32(block) ^ header);
    pair += ValueSet::kPairSize;
    block += words * 4;
    expected += static_cast<std::uint32_t>(words);
  }
  return difference == 0;
}

// Numbers have blocks of one type and size, one after the other from `word` on.  Returns the words
// per block if the set's blocks are like that, otherwise 0.
std::uint32_t UniformBlockWords(const ValueSet& set, Bytes body, std::uint64_t word,
                                std::uint64_t end) {
  if (word >= end) return 0;
  const std::uint32_t header = LoadU32(body.data() + ValueSet::BlockOffset(word));
  const std::uint32_t length = ValueSet::BlockLength(header), words = (length + 3) / 4;
  // Nearly all numbers have 64 bits.  With a constant instead of the header's length, the processor
  // starts on the next set before it has read this one.
  if (words == 3) return AreUniform(set, body, word, end, header, 3) ? 3 : 0;
  return length >= kBlockHeaderSize && AreUniform(set, body, word, end, header, words) ? words : 0;
}

}  // namespace

ValueBlock ValueSet::Block(std::uint32_t i) const {
  const auto at = static_cast<std::size_t>(BlockOffset(Word(i)));
  const std::uint32_t header = LoadU32(body_.data() + at);
  const std::uint32_t length = BlockLength(header);
  return {.type = static_cast<Type>(header >> 24),
          .payload = body_.subspan(at + kBlockHeaderSize, length - kBlockHeaderSize),
          .padding = body_.subspan(at + length, RoundUp4(length) - length)};
}

std::optional<ValueBlock> ValueSet::CheckedBlock(std::uint32_t i) const {
  if (PaddedBlockSize(body_, BlockOffset(Word(i))) == 0) return std::nullopt;
  return Block(i);
}

Result<Timestamp> ResultRecord::DecodeStamp(Version version, Bytes body) {
  if (body.size() < StampSize(version) + 4)
    return Corrupt("Data record too short for a time stamp");
  return LoadStamp(version, body.data());
}

Result<void> ResultRecord::Decode(Version version, Bytes body) {
  if (Result<void> sets = DecodeSets(version, body); !sets) return sets;
  return CheckTiling(body);
}

Result<void> ResultRecord::DecodeBehind(std::size_t offset, Timestamp stamp, std::uint32_t count,
                                        Bytes body) {
  ByteReader in(body);
  in.Take(offset);
  stamp_ = stamp;
  if (Result<void> sets = ReadSets(in, count, body); !sets) return sets;
  return CheckTiling(body);
}

std::uint32_t ResultRecord::CountOf(Version version, Bytes body) {
  return LoadU32(body.data() + StampSize(version));
}

Result<void> ResultRecord::DecodeSets(Version version, Bytes body) {
  ByteReader in(body);
  stamp_ = ReadStamp(version, in);
  const std::uint32_t count = in.U32();
  if (in.failed()) return Corrupt("Data record too short for a time stamp");
  return ReadSets(in, count, body);
}

Result<void> ResultRecord::ReadSets(ByteReader in, std::uint32_t count, Bytes body) {
  has_same_sets_ = ReadSameSets(in.offset(), count, body);
  if (has_same_sets_) return {};
  sets_.clear();
  if (!in.Fits(count, ValueSet::kEmptySize)) return Corrupt("Data record: more metrics than bytes");
  sets_.reserve(count);
  bool has_blocks = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto offset = static_cast<std::uint32_t>(in.offset());
    const Bytes head = in.Take(ValueSet::kEmptySize);
    if (head.empty()) return Corrupt("Data record: a value set runs past the end");
    const MetricId id{LoadU32(head.data())};
    const std::int32_t values = LoadI32(head.data() + 4);
    if (values <= 0) {
      sets_.emplace_back(id, values, ValueFormat::kInPlace, offset, body);
      continue;
    }
    const Bytes list = in.Take(ValueSet::kHeadSize - ValueSet::kEmptySize +
                               static_cast<std::uint64_t>(values) * ValueSet::kPairSize);
    if (list.empty()) return Corrupt("Data record: a value set runs past the end");
    const auto format = static_cast<ValueFormat>(LoadU32(list.data()));
    if (format > ValueFormat::kPointerStatic) return Corrupt("Data record: illegal value format");
    has_blocks |= format != ValueFormat::kInPlace;
    sets_.emplace_back(id, values, format, offset, body);
  }
  has_blocks_ = has_blocks;
  blocks_ = body.subspan(in.offset());
  return {};
}

// Consecutive records are alike.  If the head words of the sets equal the last record's, at the
// same places, the sets are the same.  This is fast, because no set has to be decoded to find the
// start of the next.
bool ResultRecord::ReadSameSets(std::size_t offset, std::uint32_t count, Bytes body) {
  if (count == 0 || count != sets_.size() || offset != sets_.front().offset_ ||
      sets_.back().end() > body.size())
    return false;
  std::uint32_t difference = 0;
  bool has_blocks = false;
  for (ValueSet& set : sets_) {
    const std::byte* const head = body.data() + set.offset_;
    difference |= LoadU32(head) ^ set.id_.value;
    difference |= LoadU32(head + 4) ^ static_cast<std::uint32_t>(set.count_);
    if (set.count_ > 0) difference |= LoadU32(head + 8) ^ static_cast<std::uint32_t>(set.format_);
    has_blocks |= !set.in_place();
    set.body_ = body;
    set.stride_ = 0;
  }
  has_blocks_ = has_blocks;
  blocks_ = body.subspan(static_cast<std::size_t>(sets_.back().end()));
  return difference == 0;
}

// Checks that value sets and blocks fill the body.
Result<void> ResultRecord::CheckTiling(Bytes body) {
  if (has_blocks_) return CheckBlocks(body, body.size() - blocks_.size());
  if (!blocks_.empty()) return Corrupt("Data record: bytes left over behind the values");
  return {};
}

// Most writers write the blocks in the order of the values; then one pass proves that the blocks
// tile the rest.  This pass counts in words, as the record does.
Result<void> ResultRecord::CheckBlocks(Bytes body, std::size_t blocks_start) {
  const std::uint64_t end = ValueSet::WordAt(body.size());
  std::uint64_t word = ValueSet::WordAt(blocks_start);
  for (ValueSet& set : sets_) {
    if (set.in_place()) continue;
    const std::uint32_t n = set.size();
    if (const std::uint32_t each = n > 1 ? UniformBlockWords(set, body, word, end) : 0) {
      set.stride_ = each * 4;
      word += std::uint64_t{each} * n;
      continue;
    }
    std::uint32_t words = 0;
    for (std::uint32_t i = 0; i < n; ++i) {
      if (set.Word(i) != word) return CheckScatteredBlocks(body, blocks_start);
      if (word >= end) return Corrupt("Data record: a value block outside of the record");
      const std::uint32_t length =
          ValueSet::BlockLength(LoadU32(body.data() + ValueSet::BlockOffset(word)));
      if (length < kBlockHeaderSize) return Corrupt("Data record: a value block without a header");
      words = (length + 3) / 4;
      word += words;
    }
    if (n == 1) set.stride_ = words * 4;
  }
  if (word > end) return Corrupt("Data record: a value block runs past the end");
  if (word < end || body.size() % 4 != 0)
    return Corrupt("Data record: bytes left over behind the value blocks");
  return {};
}

// Any other order is legal, too, if the blocks still tile the rest of the body.
Result<void> ResultRecord::CheckScatteredBlocks(Bytes body, std::size_t blocks_start) {
  struct Block {
    std::uint64_t offset;
    std::uint32_t extent;
  };
  std::vector<Block> blocks;
  for (ValueSet& set : sets_) {
    set.stride_ = 0;
    if (set.in_place()) continue;
    for (std::uint32_t i = 0, n = set.size(); i < n; ++i) {
      const std::uint64_t offset = ValueSet::BlockOffset(set.Word(i));
      const std::uint32_t extent = PaddedBlockSize(body, offset);
      if (extent == 0) return Corrupt("Data record: a value block outside of the record");
      blocks.push_back({offset, extent});
    }
  }
  std::sort(blocks.begin(), blocks.end(),
            [](const Block& a, const Block& b) { return a.offset < b.offset; });
  std::uint64_t expected = blocks_start;
  for (const Block& b : blocks) {
    if (b.offset != expected) return Corrupt("Data record: value blocks overlap or leave a gap");
    expected += b.extent;
  }
  if (expected != body.size())
    return Corrupt("Data record: bytes left over behind the value blocks");
  return {};
}

}  // namespace fdr
