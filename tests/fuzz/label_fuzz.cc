// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record/label_record.h"
#include "fdr/tests/fuzz/fuzz.h"
#include "fdr/tests/support/representable.h"

namespace fdr::fuzz {
namespace {

void RoundTrip(Bytes file) {
  const auto label = LabelRecord::Decode(file, "fuzz");
  if (!label || !test::Representable(label->version, label->start)) return;
  ByteBuffer again;
  label->Encode(again);
  RequireSame(again, file.first(label->size()));
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fdr::fuzz::RoundTrip(fdr::fuzz::Input(data, size));
  return 0;
}
