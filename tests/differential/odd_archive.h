// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Random archives with many things that are legal but rare: values that are not stored as their
// type demands, unknown types, every error code, names given twice, metrics without names or
// descriptors, several states of a domain at one time, repeated label sets, volumes, marks, events.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fdr::test {

struct OddArchive {
  std::string base;
  std::vector<std::string> names;  ///< of metrics, full and partial ones
  bool odd_index = false;          ///< the temporal index is wrong: only for dumps of the index
};

/// Writes the files.  The same seed gives the same files.
OddArchive WriteOddArchive(const std::string& base, std::uint32_t seed);

/// Writes an archive of a metric without values, but with all error codes from `first` to `last`.
void WriteErrorArchive(const std::string& base, std::int32_t first, std::int32_t last);

}  // namespace fdr::test
