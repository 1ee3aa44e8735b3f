// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/pdu/attribute_pdu.h"

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr {

Result<AttributePdu> AttributePdu::Decode(Bytes body) {
  ByteReader in(body);
  AttributePdu pdu;
  pdu.code = static_cast<AttributeCode>(in.U32());
  pdu.value = AsText(in.Rest());
  if (const Result<void> all = CheckAllRead(in, "attribute"); !all) return Fail(all.error());
  if (pdu.value.size() > kMaxAttributeSize) return BadPdu("attribute", "it is too long");
  return pdu;
}

void AttributePdu::Encode(ByteBuffer& buffer) const {
  const PduScope scope(PduType::kAttribute, buffer);
  ByteWriter out(buffer);
  out.U32(static_cast<std::uint32_t>(code));
  out.Text(value);
}

}  // namespace fdr
