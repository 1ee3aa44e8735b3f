// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/text_record.h"

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr {

Result<TextRecord> TextRecord::Decode(Bytes body) {
  ByteReader in(body);
  TextRecord record;
  record.kind = static_cast<TextKind>(in.U32());
  record.id = in.U32();
  record.stored = AsText(in.Rest());
  if (in.failed()) return Fail(Errc::kCorruptRecord, "Help text: record too short");
  if (record.stored.find('\0') == std::string_view::npos)
    return Fail(Errc::kCorruptRecord, "Help text: text without an end");
  return record;
}

void TextRecord::Encode(ByteBuffer& buffer) const {
  ByteWriter out(buffer);
  out.U32(static_cast<std::uint32_t>(kind));
  out.U32(id);
  out.Text(stored);
  if (stored.find('\0') == std::string_view::npos) out.U8(0);
}

}  // namespace fdr
