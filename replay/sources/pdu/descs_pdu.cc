// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/pdu/descs_pdu.h"

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr {

Result<DescIdsPdu> DescIdsPdu::Decode(Bytes body) {
  ByteReader in(body);
  DescIdsPdu pdu;
  if (in.I32() != -1) return BadPdu("descriptors request", "the first word is not -1");
  const std::uint32_t count = in.U32();
  if (!in.Fits(count, 4)) return BadPdu("descriptors request", "more metrics than bytes");
  pdu.ids.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) pdu.ids.push_back({in.U32()});
  if (const Result<void> all = CheckAllRead(in, "descriptors request"); !all)
    return Fail(all.error());
  return pdu;
}

void DescIdsPdu::Encode(std::span<const MetricId> ids, ByteBuffer& buffer) {
  const PduScope scope(PduType::kDescIds, buffer);
  ByteWriter out(buffer);
  out.I32(-1);
  out.U32(static_cast<std::uint32_t>(ids.size()));
  for (const MetricId id : ids) out.U32(id.value);
}

Result<DescsPdu> DescsPdu::Decode(Bytes body) {
  ByteReader in(body);
  DescsPdu pdu;
  const std::uint32_t count = in.U32();
  if (!in.Fits(count, kDescSize)) return BadPdu("descriptors", "more metrics than bytes");
  pdu.descs.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) pdu.descs.push_back(ReadDesc(in));
  if (const Result<void> all = CheckAllRead(in, "descriptors"); !all) return Fail(all.error());
  return pdu;
}

void DescsPdu::Encode(ByteBuffer& buffer) const {
  const PduScope scope(PduType::kDescs, buffer);
  ByteWriter out(buffer);
  out.U32(static_cast<std::uint32_t>(descs.size()));
  for (const Desc& desc : descs) WriteDesc(desc, out);
}

}  // namespace fdr
