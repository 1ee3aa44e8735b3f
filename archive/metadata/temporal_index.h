// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The .index file: label and entries.  See docs/format/index.md.

#pragma once

#include <span>
#include <vector>

#include "fdr/archive/base/byte_source.h"
#include "fdr/archive/base/error.h"
#include "fdr/archive/record/index_entry.h"
#include "fdr/archive/record/label_record.h"

namespace fdr {

struct TemporalIndex {
  LabelRecord label;
  std::vector<IndexEntry> entries;  ///< in file order, none of them verified
  std::size_t partial_bytes = 0;    ///< of an incomplete last entry
};

/// Reads the whole index.  Errors are those of LabelRecord::Decode() and of reading.  An index
/// without entries is no error.
Result<TemporalIndex> ReadTemporalIndex(const ByteSource& source);

}  // namespace fdr
