// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The common parts of the fuzz targets.  A target is one file with LLVMFuzzerTestOneInput(), and a
// line in CMakeLists.txt.  It is linked with driver.cc, or, in the preset `fuzz`, with libFuzzer.

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <span>

#include "fdr/archive/base/byte_order.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace fdr::fuzz {

inline Bytes Input(const std::uint8_t* data, std::size_t size) {
  return std::as_bytes(std::span(data, size));
}

/// Ends the program, as a crash of the decoder would, if a promise of the target does not hold.
inline void Require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "This does not hold: %s\n", promise);
  std::abort();
}

inline void RequireSame(Bytes encoded, Bytes original) {
  Require(std::ranges::equal(encoded, original), "encode(decode(x)) == x");
}

}  // namespace fdr::fuzz
