// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/pdu/result_pdu.h"

#include "fdr/archive/base/byte_reader.h"
#include "fdr/archive/base/byte_writer.h"
#include "fdr/archive/base/stamp_codec.h"
#include "fdr/replay/values/encode_set.h"

namespace fdr {
namespace {

constexpr std::size_t kResultHead = 12;   // seconds, microseconds, count
constexpr std::size_t kHighresHead = 20;  // count, seconds, nanoseconds

Result<void> DecodeHighres(Bytes body, ResultRecord& record) {
  ByteReader in(body);
  const std::uint32_t count = in.U32();
  Timestamp stamp{in.I64(), 0};
  const std::int64_t nanos = in.I64();
  if (in.failed()) return Fail(Errc::kProtocol, "it is too short");
  if (nanos < 0 || nanos >= kNanosPerSecond) return Fail(Errc::kProtocol, "its stamp is no time");
  stamp.nsec = static_cast<std::int32_t>(nanos);
  return record.DecodeBehind(kHighresHead, stamp, count, body);
}

}  // namespace

Result<void> DecodeResultPdu(const Pdu& pdu, ResultRecord& record) {
  const Result<void> decoded = pdu.type == PduType::kHighresResult
                                   ? DecodeHighres(pdu.body, record)
                                   : record.Decode(Version::k2, pdu.body);
  if (!decoded) return BadPdu("result", decoded.error().what);
  if (!record.stamp().Valid()) return BadPdu("result", "its stamp is no time");
  return {};
}

void EncodeResultPdu(PduType type, const ResultEncoder& encoder, ByteBuffer& buffer) {
  const PduScope scope(type, buffer);
  ByteWriter out(buffer);
  if (type == PduType::kHighresResult) {
    out.U32(encoder.metrics());
    out.I64(encoder.stamp().sec);
    out.I64(encoder.stamp().nsec);
    return encoder.EncodeBehind(kHighresHead, buffer);
  }
  WriteStamp(Version::k2, encoder.stamp(), out);
  out.U32(encoder.metrics());
  encoder.EncodeBehind(kResultHead, buffer);
}

void AddSets(const FetchResult& result, ResultEncoder& encoder) {
  for (const FetchedSet& set : result.sets()) {
    if (set.count == 0)
      encoder.AddSet(set.id, set.code);
    else
      EncodeSet(result, set, encoder);
  }
}

}  // namespace fdr
