// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/pdu/greeting_pdu.h"

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr {
namespace {

// PCP's error numbers formerly began at -1000; in this message they still do.
constexpr std::int32_t kRenumbered = 11345;
constexpr std::int32_t kFirstOld = -1000;

constexpr std::int32_t FromOld(std::int32_t code) {
  const bool is_own = code <= kFirstOld && code >= INT32_MIN + kRenumbered;
  return is_own ? code - kRenumbered : code;
}
constexpr std::int32_t ToOld(std::int32_t code) {
  return code <= kFirstOld - kRenumbered ? code + kRenumbered : code;
}

}  // namespace

Result<GreetingPdu> GreetingPdu::Decode(Bytes body) {
  ByteReader in(body);
  GreetingPdu pdu;
  pdu.code = FromOld(in.I32());
  pdu.version = in.U8() & 0x7f;
  pdu.licensed = in.U8();
  pdu.features = in.U16();
  if (const Result<void> all = CheckAllRead(in, "greeting"); !all) return Fail(all.error());
  return pdu;
}

void GreetingPdu::Encode(ByteBuffer& buffer) const {
  const PduScope scope(PduType::kError, buffer);
  ByteWriter out(buffer);
  out.I32(ToOld(code));
  out.U8(version);
  out.U8(licensed);
  out.U16(features);
}

}  // namespace fdr
