// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/pdu/names_pdu.h"

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr {

std::size_t NamesPdu::MemoryFor(Bytes body) {
  ByteReader in(body);
  in.U64();
  return MemoryForEntries(in.U32(), body);
}

Result<NamesPdu> NamesPdu::Decode(Bytes body) {
  ByteReader in(body);
  NamesPdu pdu;
  const std::uint32_t size = in.U32();
  const std::uint32_t statuses = in.U32();
  const std::uint32_t count = in.U32();
  const bool has_status = statuses != 0;
  if (has_status && statuses != count) return BadPdu("names", "the counts contradict each other");
  if (!in.Fits(count, has_status ? 8 : 4)) return BadPdu("names", "more names than bytes");
  pdu.names.reserve(count);
  if (has_status) pdu.status.reserve(count);
  std::uint64_t total = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (has_status) pdu.status.push_back(in.I32());
    pdu.names.push_back(ReadPaddedText(in, in.U32()));
    total += pdu.names.back().size() + 1;
  }
  if (const Result<void> all = CheckAllRead(in, "names"); !all) return Fail(all.error());
  if (total != size) return BadPdu("names", "they are not as long as it says");
  return pdu;
}

void NamesPdu::Encode(ByteBuffer& buffer) const {
  const PduScope scope(PduType::kNames, buffer);
  ByteWriter out(buffer);
  std::size_t total = 0;
  for (const std::string_view name : names) total += name.size() + 1;
  out.U32(static_cast<std::uint32_t>(total));
  out.U32(static_cast<std::uint32_t>(status.size()));
  out.U32(static_cast<std::uint32_t>(names.size()));
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!status.empty()) out.I32(status[i]);
    out.U32(static_cast<std::uint32_t>(names[i].size()));
    WritePaddedText(names[i], out);
  }
}

}  // namespace fdr
