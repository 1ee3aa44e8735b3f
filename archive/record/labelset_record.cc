// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/labelset_record.h"

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/stamp_codec.h"

namespace fdr {
namespace {

constexpr std::size_t kSmallestSet = 12;  // instance, JSON length, label count

std::string_view Slice(std::string_view text, std::size_t offset, std::size_t length) {
  if (offset > text.size() || length > text.size() - offset) return {};
  return text.substr(offset, length);
}

Result<LabelSet> ReadSet(ByteReader& in) {
  LabelSet set;
  set.instance = in.I32();
  const std::uint32_t length = in.U32();
  set.json = AsText(in.Take(length));
  set.count = in.I32();
  if (in.failed()) return Fail(Errc::kCorruptRecord, "Label set: runs past the end of its record");
  if (set.count <= 0) return set;
  const auto count = static_cast<std::uint32_t>(set.count);
  if (!in.Fits(count, LabelEntry::kSize))
    return Fail(Errc::kCorruptRecord, "Label set: more labels than bytes");
  set.entries.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) set.entries.push_back(LabelEntry::Read(in));
  return set;
}

}  // namespace

LabelEntry LabelEntry::Read(ByteReader& in) {
  LabelEntry entry;
  entry.name_offset = in.U16();
  entry.name_length = in.U8();
  entry.flags = in.U8();
  entry.value_offset = in.U16();
  entry.value_length = in.U16();
  return entry;
}

void LabelEntry::Write(ByteWriter& out) const {
  out.U16(name_offset);
  out.U8(name_length);
  out.U8(flags);
  out.U16(value_offset);
  out.U16(value_length);
}

std::string_view LabelSet::Name(const LabelEntry& e) const {
  return Slice(json, e.name_offset, e.name_length);
}
std::string_view LabelSet::Value(const LabelEntry& e) const {
  return Slice(json, e.value_offset, e.value_length);
}

Result<LabelSetRecord> LabelSetRecord::Decode(Version version, Bytes body) {
  ByteReader in(body);
  LabelSetRecord record;
  record.stamp = ReadStamp(version, in);
  record.level = in.U32();
  record.id = in.U32();
  const std::uint32_t count = in.U32();
  if (in.failed()) return Fail(Errc::kCorruptRecord, "Label sets: record too short");
  if (!in.Fits(count, kSmallestSet))
    return Fail(Errc::kCorruptRecord, "Label sets: more sets than bytes");
  record.sets.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    Result<LabelSet> set = ReadSet(in);
    if (!set) return Fail(set.error());
    record.sets.push_back(std::move(*set));
  }
  if (!in.AtEnd()) return Fail(Errc::kCorruptRecord, "Label sets: bytes left over behind the sets");
  return record;
}

void LabelSetRecord::Encode(Version version, ByteBuffer& buffer) const {
  ByteWriter out(buffer);
  WriteStamp(version, stamp, out);
  out.U32(level);
  out.U32(id);
  out.U32(static_cast<std::uint32_t>(sets.size()));
  for (const LabelSet& set : sets) {
    out.I32(set.instance);
    out.U32(static_cast<std::uint32_t>(set.json.size()));
    out.Text(set.json);
    out.I32(set.entries.empty() ? set.count : static_cast<std::int32_t>(set.entries.size()));
    for (const LabelEntry& entry : set.entries) entry.Write(out);
  }
}

}  // namespace fdr
