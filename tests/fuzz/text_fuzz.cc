// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/text_record.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace fdr::fuzz {
namespace {

void RoundTrip(Bytes body) {
  const auto record = TextRecord::Decode(body);
  if (!record) return;
  Require(record->text().size() < record->stored.size(), "the text ends within what is stored");
  ByteBuffer again;
  record->Encode(again);
  RequireSame(again, body);
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fdr::fuzz::RoundTrip(fdr::fuzz::Input(data, size));
  return 0;
}
