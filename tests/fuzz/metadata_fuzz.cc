// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/metadata_record.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/tests/fuzz/fuzz.h"
#include "fdr/tests/support/representable.h"

namespace fdr::fuzz {
namespace {

bool Representable(Version version, const MetadataRecord& record) {
  if (const auto* indom = std::get_if<InDomRecord>(&record))
    return test::Representable(version, indom->stamp);
  if (const auto* labels = std::get_if<LabelSetRecord>(&record))
    return test::Representable(version, labels->stamp);
  return true;
}

void RoundTrip(Bytes body) {
  const auto record = DecodeMetadata(body);
  if (!record) return;
  const auto type = static_cast<MetadataType>(LoadU32(body.data()));
  const Version version = BelongsTo(type, Version::k3) ? Version::k3 : Version::k2;
  Require(BelongsTo(type, version), "a type that can be decoded belongs somewhere");
  if (!Representable(version, *record)) return;
  ByteBuffer again;
  EncodeMetadata(version, *record, again);
  Require(again.size() == body.size() + kFrameOverhead, "the record is framed");
  RequireSame(Bytes(again).subspan(4, body.size()), body);
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fdr::fuzz::RoundTrip(fdr::fuzz::Input(data, size));
  return 0;
}
