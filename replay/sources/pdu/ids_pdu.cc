// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/pdu/ids_pdu.h"

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr {

Result<IdsPdu> IdsPdu::Decode(Bytes body) {
  ByteReader in(body);
  IdsPdu pdu;
  pdu.status = in.I32();
  const std::uint32_t count = in.U32();
  if (!in.Fits(count, 4)) return BadPdu("identifiers", "more metrics than bytes");
  pdu.ids.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) pdu.ids.push_back({in.U32()});
  if (const Result<void> all = CheckAllRead(in, "identifiers"); !all) return Fail(all.error());
  return pdu;
}

void IdsPdu::Encode(ByteBuffer& buffer) const {
  const PduScope scope(PduType::kIds, buffer);
  ByteWriter out(buffer);
  out.I32(status);
  out.U32(static_cast<std::uint32_t>(ids.size()));
  for (const MetricId id : ids) out.U32(id.value);
}

}  // namespace fdr
