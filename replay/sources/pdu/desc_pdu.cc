// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/pdu/desc_pdu.h"

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr {

Result<DescRequestPdu> DescRequestPdu::Decode(Bytes body) {
  ByteReader in(body);
  const DescRequestPdu pdu{{in.U32()}};
  if (const Result<void> all = CheckAllRead(in, "descriptor request"); !all)
    return Fail(all.error());
  return pdu;
}

void DescRequestPdu::Encode(ByteBuffer& buffer) const {
  const PduScope scope(PduType::kDescRequest, buffer);
  ByteWriter(buffer).U32(id.value);
}

Result<DescPdu> DescPdu::Decode(Bytes body) {
  ByteReader in(body);
  const DescPdu pdu{ReadDesc(in)};
  if (const Result<void> all = CheckAllRead(in, "descriptor"); !all) return Fail(all.error());
  return pdu;
}

void DescPdu::Encode(ByteBuffer& buffer) const {
  const PduScope scope(PduType::kDesc, buffer);
  ByteWriter out(buffer);
  WriteDesc(desc, out);
}

}  // namespace fdr
