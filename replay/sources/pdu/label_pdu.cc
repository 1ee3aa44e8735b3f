// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/pdu/label_pdu.h"

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr {
namespace {

constexpr std::size_t kSmallestSet = 16;  // instance, number of labels, place of the JSON

Result<LabelSet> ReadSet(Bytes body, ByteReader& in) {
  LabelSet set;
  set.instance = in.I32();
  set.count = in.I32();
  const std::uint32_t offset = in.U32();
  const std::uint32_t length = in.U32();
  if (in.failed()) return BadPdu("labels", "it is too short");
  if (length > 0) {
    if (offset < kPduHeaderSize || offset - kPduHeaderSize > body.size() ||
        length > body.size() - (offset - kPduHeaderSize))
      return BadPdu("labels", "the JSON lies outside");
    set.json = AsText(body.subspan(offset - kPduHeaderSize, length));
  }
  if (set.count <= 0) return set;
  const auto count = static_cast<std::uint32_t>(set.count);
  if (!in.Fits(count, LabelEntry::kSize)) return BadPdu("labels", "more labels than bytes");
  set.entries.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) set.entries.push_back(LabelEntry::Read(in));
  return set;
}

}  // namespace

Result<LabelRequestPdu> LabelRequestPdu::Decode(Bytes body) {
  ByteReader in(body);
  const std::uint32_t id = in.U32();
  const LabelRequestPdu pdu{id, static_cast<LabelLevel>(in.U32())};
  if (const Result<void> all = CheckAllRead(in, "label request"); !all) return Fail(all.error());
  return pdu;
}

void LabelRequestPdu::Encode(ByteBuffer& buffer) const {
  const PduScope scope(PduType::kLabelRequest, buffer);
  ByteWriter out(buffer);
  out.U32(id);
  out.U32(static_cast<std::uint32_t>(level));
}

std::size_t LabelPdu::MemoryFor(Bytes body) {
  ByteReader in(body);
  in.U64();
  in.U32();
  const std::uint32_t count = in.U32();
  std::size_t json = 0;
  for (std::uint32_t i = 0; i < count && !in.failed(); ++i) {
    in.U32();
    const std::uint32_t labels = in.U32();
    in.U32();
    json += in.U32();
    if (labels <= body.size() / LabelEntry::kSize) in.Take(labels * LabelEntry::kSize);
  }
  return MemoryForEntries(count, body) + json;
}

Result<LabelPdu> LabelPdu::Decode(Bytes body) {
  ByteReader in(body);
  LabelPdu pdu;
  pdu.id = in.U32();
  pdu.level = static_cast<LabelLevel>(in.U32());
  in.U32();
  const std::uint32_t count = in.U32();
  if (in.failed()) return BadPdu("labels", "it is too short");
  if (!in.Fits(count, kSmallestSet)) return BadPdu("labels", "more sets than bytes");
  pdu.sets.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    Result<LabelSet> set = ReadSet(body, in);
    if (!set) return Fail(set.error());
    pdu.sets.push_back(std::move(*set));
  }
  return pdu;
}

void LabelPdu::Encode(ByteBuffer& buffer) const {
  const std::size_t start = buffer.size();
  const PduScope scope(PduType::kLabel, buffer);
  ByteWriter out(buffer);
  out.U32(id);
  out.U32(static_cast<std::uint32_t>(level));
  out.U32(0);
  out.U32(static_cast<std::uint32_t>(sets.size()));
  std::size_t json = out.size() - start;
  for (const LabelSet& set : sets) json += kSmallestSet + set.entries.size() * LabelEntry::kSize;
  for (const LabelSet& set : sets) {
    out.I32(set.instance);
    out.I32(set.entries.empty() ? set.count : static_cast<std::int32_t>(set.entries.size()));
    out.U32(static_cast<std::uint32_t>(json));
    out.U32(static_cast<std::uint32_t>(set.json.size()));
    for (const LabelEntry& entry : set.entries) entry.Write(out);
    json += set.json.size();
  }
  for (const LabelSet& set : sets) out.Text(set.json);
}

}  // namespace fdr
