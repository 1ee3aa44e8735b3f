// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/pdu/subtree_pdu.h"

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr {

Result<SubtreePdu> SubtreePdu::Decode(Bytes body) {
  ByteReader in(body);
  SubtreePdu pdu;
  pdu.with_status = in.U32();
  pdu.name = ReadPaddedText(in, in.U32());
  if (const Result<void> all = CheckAllRead(in, "subtree request"); !all) return Fail(all.error());
  return pdu;
}

void SubtreePdu::Encode(PduType type, ByteBuffer& buffer) const {
  const PduScope scope(type, buffer);
  ByteWriter out(buffer);
  out.U32(with_status);
  out.U32(static_cast<std::uint32_t>(name.size()));
  WritePaddedText(name, out);
}

}  // namespace fdr
