// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/indom_record.h"
#include "fdr/tests/fuzz/fuzz.h"
#include "fdr/tests/support/representable.h"

namespace fdr::fuzz {
namespace {

void RoundTrip(Version version, bool is_delta, Bytes body) {
  const auto record = InDomRecord::Decode(version, is_delta, body);
  if (!record || !test::Representable(version, record->stamp)) return;
  std::size_t names = 0;
  for (const InDomEntry& entry : record->entries) names += entry.name.size();
  Require(names <= 16 * body.size(), "names stand for no more text than is documented");
  ByteBuffer again;
  record->Encode(version, again);
  RequireSame(again, body);
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fdr::Bytes body = fdr::fuzz::Input(data, size);
  fdr::fuzz::RoundTrip(fdr::Version::k2, false, body);
  fdr::fuzz::RoundTrip(fdr::Version::k3, false, body);
  fdr::fuzz::RoundTrip(fdr::Version::k3, true, body);
  return 0;
}
