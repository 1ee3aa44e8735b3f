// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/pdu/instance_pdu.h"

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr {

Result<InstanceRequestPdu> InstanceRequestPdu::Decode(Bytes body) {
  ByteReader in(body);
  InstanceRequestPdu pdu;
  pdu.indom.value = in.U32();
  in.U64();  // formerly a time
  pdu.instance = in.I32();
  pdu.name = ReadPaddedText(in, in.U32());
  if (const Result<void> all = CheckAllRead(in, "instance request"); !all) return Fail(all.error());
  return pdu;
}

void InstanceRequestPdu::Encode(ByteBuffer& buffer) const {
  const PduScope scope(PduType::kInstanceRequest, buffer);
  ByteWriter out(buffer);
  out.U32(indom.value);
  out.U64(0);
  out.I32(instance);
  out.U32(static_cast<std::uint32_t>(name.size()));
  WritePaddedText(name, out);
}

std::size_t InstancePdu::MemoryFor(Bytes body) {
  ByteReader in(body);
  in.U32();
  return MemoryForEntries(in.U32(), body);
}

Result<InstancePdu> InstancePdu::Decode(Bytes body) {
  ByteReader in(body);
  InstancePdu pdu;
  pdu.indom.value = in.U32();
  const std::uint32_t count = in.U32();
  if (!in.Fits(count, 8)) return BadPdu("instances", "more instances than bytes");
  pdu.instances.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const InstanceId id = in.I32();
    pdu.instances.push_back({id, ReadPaddedText(in, in.U32())});
  }
  if (const Result<void> all = CheckAllRead(in, "instances"); !all) return Fail(all.error());
  return pdu;
}

void InstancePdu::Encode(ByteBuffer& buffer) const {
  const PduScope scope(PduType::kInstance, buffer);
  ByteWriter out(buffer);
  out.U32(indom.value);
  out.U32(static_cast<std::uint32_t>(instances.size()));
  for (const Instance& instance : instances) {
    out.I32(instance.id);
    out.U32(static_cast<std::uint32_t>(instance.name.size()));
    WritePaddedText(instance.name, out);
  }
}

}  // namespace fdr
