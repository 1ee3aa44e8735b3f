// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/labelset_record.h"
#include "fdr/tests/fuzz/fuzz.h"
#include "fdr/tests/support/representable.h"

namespace fdr::fuzz {
namespace {

void RoundTrip(Version version, Bytes body) {
  const auto record = LabelSetRecord::Decode(version, body);
  if (!record || !test::Representable(version, record->stamp)) return;
  for (const LabelSet& set : record->sets)
    for (const LabelEntry& entry : set.entries)
      Require(set.Name(entry).size() + set.Value(entry).size() <= 2 * set.json.size(),
              "names and values lie in the JSON");
  ByteBuffer again;
  record->Encode(version, again);
  RequireSame(again, body);
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fdr::Bytes body = fdr::fuzz::Input(data, size);
  fdr::fuzz::RoundTrip(fdr::Version::k2, body);
  fdr::fuzz::RoundTrip(fdr::Version::k3, body);
  return 0;
}
