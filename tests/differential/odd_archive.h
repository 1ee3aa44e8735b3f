// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Random archives full of what is legal but rare: values that are not stored as their type says,
// unknown types, every error code, names given twice, metrics without names or descriptors, several
// states of a domain at one time, label sets that repeat themselves, volumes, marks, events.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fdr::test {

struct OddArchive {
  std::string base;
  std::vector<std::string> names;  ///< of metrics, full and partial ones
  bool odd_index = false;          ///< the temporal index lies: good for looking at it only
};

/// Writes the files; the same ones for the same seed.
OddArchive WriteOddArchive(const std::string& base, std::uint32_t seed);

/// An archive of one metric that never has values, but each error code from `first` down to `last`.
void WriteErrorArchive(const std::string& base, std::int32_t first, std::int32_t last);

}  // namespace fdr::test
