// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/pdu/text_pdu.h"

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr {

Result<TextRequestPdu> TextRequestPdu::Decode(Bytes body) {
  ByteReader in(body);
  const std::uint32_t id = in.U32();
  const TextRequestPdu pdu{id, static_cast<TextKind>(in.U32())};
  if (const Result<void> all = CheckAllRead(in, "text request"); !all) return Fail(all.error());
  return pdu;
}

void TextRequestPdu::Encode(ByteBuffer& buffer) const {
  const PduScope scope(PduType::kTextRequest, buffer);
  ByteWriter out(buffer);
  out.U32(id);
  out.U32(static_cast<std::uint32_t>(kind));
}

Result<TextPdu> TextPdu::Decode(Bytes body) {
  ByteReader in(body);
  TextPdu pdu;
  pdu.id = in.U32();
  pdu.text = ReadPaddedText(in, in.U32());
  if (const Result<void> all = CheckAllRead(in, "text"); !all) return Fail(all.error());
  return pdu;
}

void TextPdu::Encode(ByteBuffer& buffer) const {
  const PduScope scope(PduType::kText, buffer);
  ByteWriter out(buffer);
  out.U32(id);
  out.U32(static_cast<std::uint32_t>(text.size()));
  WritePaddedText(text, out);
}

}  // namespace fdr
