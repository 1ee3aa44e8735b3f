// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/pdu/error_pdu.h"

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"

namespace fdr {

Result<ErrorPdu> ErrorPdu::Decode(Bytes body) {
  ByteReader in(body);
  const ErrorPdu pdu{in.I32()};
  if (const Result<void> all = CheckAllRead(in, "error"); !all) return Fail(all.error());
  return pdu;
}

void ErrorPdu::Encode(ByteBuffer& buffer) const {
  const PduScope scope(PduType::kError, buffer);
  ByteWriter(buffer).I32(code);
}

}  // namespace fdr
