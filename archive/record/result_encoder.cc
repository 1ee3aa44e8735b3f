// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/result_encoder.h"

#include <algorithm>

#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/stamp_codec.h"
#include "fdr/archive/record/record_frame.h"

namespace fdr {

namespace {

constexpr std::byte kPadding{0x7e};

// For all parts at once.  A part that does not fit behind the one before would double the memory.
// Only behind other records, more room is made than is needed now.
void MakeRoom(std::size_t parts, ByteBuffer& buffer) {
  constexpr std::size_t kTrailer = 4;
  const std::size_t needed = buffer.size() + parts + kTrailer;
  if (needed > buffer.capacity()) buffer.reserve(std::max(needed, buffer.size() * 2));
}

}  // namespace

void ResultEncoder::Area::Grow(std::size_t n) {
  memory_.resize(std::max(size_ + n, memory_.size() * 2));
}

void ResultEncoder::Begin(Timestamp stamp) {
  stamp_ = stamp;
  metrics_ = 0;
  overfull_ = false;
  format_.reset();
  sets_.Clear();
  blocks_.Clear();
  block_words_.clear();
}

void ResultEncoder::AddHead(MetricId id, std::int32_t count) {
  std::byte* const head = sets_.Take(ValueSet::kEmptySize);
  StoreU32(head, id.value);
  StoreU32(head + 4, static_cast<std::uint32_t>(count));
  ++metrics_;
}

void ResultEncoder::AddSet(MetricId id, std::int32_t count) {
  assert(count <= 0);
  format_.reset();
  AddHead(id, count);
}

void ResultEncoder::BeginSet(MetricId id, ValueFormat format) {
  AddHead(id, 0);
  count_at_ = sets_.size() - 4;
  values_ = 0;
  format_ = format;
}

void ResultEncoder::AddFormat() {  // a set without values has no format
  StoreU32(sets_.Take(4), static_cast<std::uint32_t>(*format_));
}

void ResultEncoder::AddBlock(InstanceId instance, Type type, Bytes payload, Bytes padding) {
  assert(format_ && format_ != ValueFormat::kInPlace);
  if (payload.size() > kMaxPayload) {
    overfull_ = true;
    return;
  }
  const std::size_t size = payload.size(), pad = (4 - size % 4) % 4;
  std::byte* block = AddBlockHead(instance, type, size, pad);
  block = std::copy(payload.begin(), payload.end(), block);
  if (padding.size() == pad)
    std::copy(padding.begin(), padding.end(), block);
  else
    std::fill_n(block, pad, kPadding);
}

void ResultEncoder::CopySet(const ValueSet& set) {
  if (set.size() == 0) return AddSet(set.id(), set.count());
  const std::uint32_t count = set.size(), stride = set.stride();
  if (!set.in_place() && stride == 0) {
    BeginSet(set.id(), set.format());
    for (std::uint32_t i = 0; i < count; ++i) {
      const ValueBlock block = set.Block(i);
      AddBlock(set.Instance(i), block.type, block.payload, block.padding);
    }
    return;
  }
  std::byte* pair = AddWholeSet(set.id(), set.format(), count);
  std::copy_n(set.pairs(), std::size_t{ValueSet::kPairSize} * count, pair);
  if (set.in_place()) return;
  // All blocks follow one another.
  std::size_t word_at = sets_.size() - std::size_t{ValueSet::kPairSize} * count + 4;
  auto word = static_cast<std::uint32_t>(blocks_.size() / 4);
  for (std::uint32_t i = 0; i < count; ++i, pair += ValueSet::kPairSize, word += stride / 4) {
    StoreU32(pair + 4, word);
    block_words_.push_back(std::exchange(word_at, word_at + ValueSet::kPairSize));
  }
  const std::size_t size = std::size_t{stride} * count;
  std::copy_n(set.BlockHeader(0), size, blocks_.Take(size));
}

void ResultEncoder::Encode(Version version, ByteBuffer& buffer) const {
  const FrameScope frame(buffer);
  const std::size_t body_start = buffer.size();
  ByteWriter out(buffer);
  WriteStamp(version, stamp_, out);
  out.U32(metrics_);
  EncodeBehind(buffer.size() - body_start, buffer);
}

void ResultEncoder::EncodeBehind(std::size_t head, ByteBuffer& buffer) const {
  MakeRoom(sets_.size() + blocks_.size(), buffer);
  ByteWriter out(buffer);
  const std::size_t sets_start = buffer.size();
  out.Raw(sets_.bytes());
  const auto first_block = static_cast<std::uint32_t>(ValueSet::WordAt(head + sets_.size()));
  for (const std::size_t at : block_words_) {
    std::byte* word = buffer.data() + sets_start + at;
    StoreU32(word, LoadU32(word) + first_block);
  }
  out.Raw(blocks_.bytes());
}

void ResultEncoder::EncodeMark(Version version, Timestamp stamp, ByteBuffer& buffer) {
  const FrameScope frame(buffer);
  ByteWriter out(buffer);
  WriteStamp(version, stamp, out);
  out.U32(0);
  MakeRoom(0, buffer);  // the end of the frame cannot throw
}

}  // namespace fdr
