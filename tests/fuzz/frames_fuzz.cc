// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include <vector>

#include "fdr/archive/base/memory_source.h"
#include "fdr/archive/record/record_frame.h"
#include "fdr/tests/fuzz/fuzz.h"

namespace fdr::fuzz {
namespace {

using Offsets = std::vector<std::uint64_t>;

// The frames from the start on, up to the end or the first damage.
Offsets Forward(FrameReader& reader) {
  Offsets offsets;
  for (auto step = reader.Next(); step && *step; step = reader.Next())
    offsets.push_back((*step)->offset);
  return offsets;
}

Offsets Backward(FrameReader& reader) {
  Offsets offsets;
  auto step = reader.Previous();
  for (; step && *step; step = reader.Previous()) offsets.push_back((*step)->offset);
  Require(step.has_value(), "there is no damage in what was read forward");
  std::ranges::reverse(offsets);
  return offsets;
}

void Walk(const ByteSource& source) {
  FrameReader reader(source, 0);
  const Offsets frames = Forward(reader);
  Require(Backward(reader) == frames, "both directions meet the same frames");
  FrameReader tiny(source, 0, 1);
  Require(Forward(tiny) == frames, "the size of the buffer does not matter");
  Require(Backward(tiny) == frames, "the size of the buffer does not matter backward");
  reader.Seek(source.size());
  // Behind the damage any frames will do, as long as the walk ends.
  for (auto step = reader.Previous(); step && *step; step = reader.Previous()) continue;
}

}  // namespace
}  // namespace fdr::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fdr::Bytes bytes = fdr::fuzz::Input(data, size);
  fdr::fuzz::Walk(fdr::MemorySource("fuzz", fdr::ByteBuffer(bytes.begin(), bytes.end())));
  return 0;
}
