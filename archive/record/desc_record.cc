// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/desc_record.h"

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr {

Desc ReadDesc(ByteReader& in) {
  Desc desc;
  desc.id.value = in.U32();
  desc.type = static_cast<Type>(in.I32());
  desc.indom.value = in.U32();
  desc.semantics = static_cast<Semantics>(in.I32());
  desc.units = Units::FromWord(in.U32());
  return desc;
}

void WriteDesc(const Desc& desc, ByteWriter& out) {
  out.U32(desc.id.value);
  out.I32(static_cast<std::int32_t>(desc.type));
  out.U32(desc.indom.value);
  out.I32(static_cast<std::int32_t>(desc.semantics));
  out.U32(desc.units.ToWord());
}

Result<DescRecord> DescRecord::Decode(Bytes body) {
  ByteReader in(body);
  DescRecord record;
  record.desc = ReadDesc(in);
  const std::uint32_t count = in.U32();
  if (in.failed()) return Fail(Errc::kCorruptRecord, "Descriptor: record too short");
  if (!in.Fits(count, sizeof(std::uint32_t)))
    return Fail(Errc::kCorruptRecord, "Descriptor: more names than bytes");
  record.names.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t length = in.U32();
    record.names.push_back(AsText(in.Take(length)));
  }
  if (in.failed()) return Fail(Errc::kCorruptRecord, "Descriptor: a name runs past the end");
  if (!in.AtEnd())
    return Fail(Errc::kCorruptRecord, "Descriptor: bytes left over behind the names");
  return record;
}

void DescRecord::Encode(ByteBuffer& buffer) const {
  ByteWriter out(buffer);
  WriteDesc(desc, out);
  out.U32(static_cast<std::uint32_t>(names.size()));
  for (const std::string_view name : names) {
    out.U32(static_cast<std::uint32_t>(name.size()));
    out.Text(name);
  }
}

}  // namespace fdr
