// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/event_array.h"
#include "fdr/tests/fuzz/fuzz.h"
#include "fdr/tests/support/representable.h"

namespace fdr::fuzz {
namespace {

void RoundTrip(Type type, Bytes payload) {
  const auto array = EventArray::Decode(type, payload);
  if (!array) return;
  for (const EventRecord& record : array->records())
    if (!test::Representable(type, record.stamp)) return;
  ByteBuffer again;
  array->Encode(type, again);
  RequireSame(again, payload);
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fdr::Bytes payload = fdr::fuzz::Input(data, size);
  fdr::fuzz::RoundTrip(fdr::Type::kEvent, payload);
  fdr::fuzz::RoundTrip(fdr::Type::kHighresEvent, payload);
  return 0;
}
