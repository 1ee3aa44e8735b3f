// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/result_encoder.h"

#include <cassert>

#include "fdr/archive/record_frame.h"
#include "fdr/archive/stamp_codec.h"

namespace fdr {

constexpr std::uint8_t kPadding = 0x7e;

void ResultEncoder::Begin(Timestamp stamp) {
  stamp_ = stamp;
  metrics_ = 0;
  overfull_ = false;
  format_.reset();
  sets_.clear();
  blocks_.clear();
  block_words_.clear();
}

void ResultEncoder::AddSet(MetricId id, std::int32_t count) {
  assert(count <= 0);
  format_.reset();
  ByteWriter out(sets_);
  out.U32(id.value);
  out.I32(count);
  ++metrics_;
}

void ResultEncoder::BeginSet(MetricId id, ValueFormat format) {
  ByteWriter out(sets_);
  out.U32(id.value);
  count_at_ = out.size();
  values_ = 0;
  out.U32(0);
  format_ = format;
  ++metrics_;
}

void ResultEncoder::AddPair(InstanceId instance, std::uint32_t word) {
  ByteWriter out(sets_);
  if (values_ == 0) out.U32(static_cast<std::uint32_t>(*format_));  // none without values
  out.I32(instance);
  out.U32(word);
  StoreU32(sets_.data() + count_at_, ++values_);
}

void ResultEncoder::AddInPlace(InstanceId instance, std::uint32_t word) {
  assert(format_ == ValueFormat::kInPlace);
  AddPair(instance, word);
}

void ResultEncoder::AddBlock(InstanceId instance, Type type, Bytes payload, Bytes padding) {
  assert(format_ && format_ != ValueFormat::kInPlace);
  if (payload.size() > kMaxPayload) {
    overfull_ = true;
    return;
  }
  AddPair(instance, static_cast<std::uint32_t>(blocks_.size() / 4));
  block_words_.push_back(sets_.size() - 4);
  ByteWriter out(blocks_);
  const auto length = static_cast<std::uint32_t>(payload.size() + 4);
  out.U32(static_cast<std::uint32_t>(type) << 24 | length);
  out.Raw(payload);
  const std::size_t pad = (4 - payload.size() % 4) % 4;
  if (padding.size() == pad)
    out.Raw(padding);
  else
    out.Fill(pad, kPadding);
}

void ResultEncoder::CopySet(const ValueSet& set) {
  if (set.size() == 0) return AddSet(set.id(), set.count());
  BeginSet(set.id(), set.format());
  for (std::uint32_t i = 0; i < set.size(); ++i) {
    if (set.in_place()) {
      AddInPlace(set.Instance(i), set.Word(i));
    } else {
      const ValueBlock block = set.Block(i);
      AddBlock(set.Instance(i), block.type, block.payload, block.padding);
    }
  }
}

void ResultEncoder::Encode(Version version, ByteBuffer& buffer) const {
  const FrameScope frame(buffer);
  const std::size_t body_start = buffer.size();
  ByteWriter out(buffer);
  WriteStamp(version, stamp_, out);
  out.U32(metrics_);
  const std::size_t sets_start = buffer.size();
  out.Raw(sets_);
  // Words are counted from 12 bytes before the body: see ValueSet::BlockOffset.
  const auto first_block = static_cast<std::uint32_t>((buffer.size() - body_start + 12) / 4);
  for (const std::size_t at : block_words_) {
    std::byte* word = buffer.data() + sets_start + at;
    StoreU32(word, LoadU32(word) + first_block);
  }
  out.Raw(blocks_);
}

void ResultEncoder::EncodeMark(Version version, Timestamp stamp, ByteBuffer& buffer) {
  const FrameScope frame(buffer);
  ByteWriter out(buffer);
  WriteStamp(version, stamp, out);
  out.U32(0);
}

}  // namespace fdr
