// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/pdu/credentials_pdu.h"

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr {
namespace {

constexpr std::uint8_t kVersionCredential = 1;

}  // namespace

Result<CredentialsPdu> CredentialsPdu::Decode(Bytes body) {
  ByteReader in(body);
  const std::uint32_t count = in.U32();
  if (count == 0 || !in.Fits(count, 4)) return BadPdu("credentials", "fewer than announced");
  CredentialsPdu pdu;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (in.U8() != kVersionCredential)
      return BadPdu("credentials", "there is only that of version");
    pdu.version = in.U8();
    pdu.flags = in.U16();
  }
  if (const Result<void> all = CheckAllRead(in, "credentials"); !all) return Fail(all.error());
  return pdu;
}

void CredentialsPdu::Encode(ByteBuffer& buffer) const {
  const PduScope scope(PduType::kCredentials, buffer, process);
  ByteWriter out(buffer);
  out.U32(1);
  out.U8(kVersionCredential);
  out.U8(version);
  out.U16(flags);
}

}  // namespace fdr
