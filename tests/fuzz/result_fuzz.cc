// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <utility>

#include "fdr/archive/record/result_encoder.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/tests/fuzz/fuzz.h"
#include "fdr/tests/support/representable.h"

namespace fdr::fuzz {
namespace {

ByteBuffer EncodeBody(Version version, const ResultRecord& record) {
  ResultEncoder encoder;
  encoder.Begin(record.stamp());
  for (const ValueSet& set : record.sets()) encoder.CopySet(set);
  ByteBuffer again;
  encoder.Encode(version, again);
  return {again.begin() + 4, again.end() - 4};
}

bool BlocksAreInOrder(const ResultRecord& record) {
  std::uint32_t last = 0;
  for (const ValueSet& set : record.sets())
    for (std::uint32_t i = 0; i < set.size() && !set.in_place(); ++i)
      if (std::exchange(last, set.Word(i)) >= set.Word(i)) return false;
  return true;
}

void RoundTrip(Version version, Bytes body) {
  ResultRecord record;
  if (!record.Decode(version, body) || !test::Representable(version, record.stamp())) return;
  const ByteBuffer again = EncodeBody(version, record);
  Require(again.size() == body.size(), "the encoded record has the same size");
  if (BlocksAreInOrder(record)) return RequireSame(again, body);
  ResultRecord ordered;
  Require(ordered.Decode(version, again).has_value(), "the encoded record can be decoded");
  RequireSame(EncodeBody(version, ordered), again);
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fdr::Bytes body = fdr::fuzz::Input(data, size);
  fdr::fuzz::RoundTrip(fdr::Version::k2, body);
  fdr::fuzz::RoundTrip(fdr::Version::k3, body);
  return 0;
}
