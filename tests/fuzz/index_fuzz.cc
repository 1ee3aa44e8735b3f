// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/index_entry.h"
#include "fdr/tests/fuzz/fuzz.h"
#include "fdr/tests/support/representable.h"

namespace fdr::fuzz {
namespace {

void RoundTrip(Version version, Bytes entries) {
  for (const std::size_t size = IndexEntrySize(version); entries.size() >= size;
       entries = entries.subspan(size)) {
    const IndexEntry entry = IndexEntry::Decode(version, entries.first(size));
    if (!test::Representable(version, entry.stamp)) continue;
    ByteBuffer again;
    entry.Encode(version, again);
    RequireSame(again, entries.first(size));
  }
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fdr::Bytes entries = fdr::fuzz::Input(data, size);
  fdr::fuzz::RoundTrip(fdr::Version::k2, entries);
  fdr::fuzz::RoundTrip(fdr::Version::k3, entries);
  return 0;
}
