// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/pdu/fetch_pdu.h"

#include "fdr/archive/base/byte_order.h"
#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr {

Result<FetchPdu> FetchPdu::Decode(Bytes body) {
  ByteReader in(body);
  FetchPdu pdu;
  pdu.context = in.U32();
  in.U64();  // formerly a time
  const std::uint32_t count = in.U32();
  if (!in.Fits(count, 4)) return BadPdu("fetch", "more metrics than bytes");
  pdu.metrics.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) pdu.metrics.push_back({in.U32()});
  if (const Result<void> all = CheckAllRead(in, "fetch"); !all) return Fail(all.error());
  return pdu;
}

void FetchPdu::Encode(PduType type, std::uint32_t context, std::span<const MetricId> metrics,
                      ByteBuffer& buffer) {
  const PduScope scope(type, buffer);
  ByteWriter out(buffer);
  out.U32(context);
  out.U64(0);
  out.U32(static_cast<std::uint32_t>(metrics.size()));
  const std::size_t at = buffer.size();
  buffer.resize(at + metrics.size() * sizeof(std::uint32_t));
  std::byte* to = buffer.data() + at;
  for (const MetricId id : metrics) {
    StoreU32(to, id.value);
    to += sizeof(std::uint32_t);
  }
}

}  // namespace fdr
