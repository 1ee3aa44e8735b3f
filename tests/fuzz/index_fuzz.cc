// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/index_entry.h"
#include "fdr/tests/fuzz/fuzz.h"
#include "fdr/tests/support/representable.h"

namespace fdr::fuzz {
namespace {

void RoundTrip(Version version, Bytes bytes) {
  const std::size_t size = IndexEntrySize(version);
  if (bytes.size() < size) return;
  const IndexEntry entry = IndexEntry::Decode(version, bytes.first(size));
  if (!test::Representable(version, entry.stamp)) return;
  ByteBuffer again;
  entry.Encode(version, again);
  RequireSame(again, bytes.first(size));
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fdr::Bytes bytes = fdr::fuzz::Input(data, size);
  fdr::fuzz::RoundTrip(fdr::Version::k2, bytes);
  fdr::fuzz::RoundTrip(fdr::Version::k3, bytes);
  return 0;
}
