// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One value as text, as PCP's tools print it: by the type of the metric if the value is stored as
// that type requires, otherwise as its bytes suggest.

#pragma once

#include <cstdint>

#include "fdr/archive/base/value.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/tools/dump/output_buffer.h"

namespace fdr::tools {

/// A value that is stored in its own word.
void AppendInPlace(Type type, std::uint32_t word, OutputBuffer& out);

/// A value that is stored in a block.  Reads only the payload and the type of the block.
void AppendBlock(Type type, const ValueBlock& block, OutputBuffer& out);

/// The i-th value of the set.
inline void AppendValue(Type type, const ValueSet& set, std::uint32_t i, OutputBuffer& out) {
  if (set.in_place())
    AppendInPlace(type, set.Word(i), out);
  else
    AppendBlock(type, set.Block(i), out);
}

}  // namespace fdr::tools
