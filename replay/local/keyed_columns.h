// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// From the names in a file to the columns of a grid, for files whose lines come in the same order
// every time.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/local/grid.h"

namespace fdr::local {

class KeyedColumns {
 public:
  /// Borrows the grid.
  explicit KeyedColumns(const Grid& grid) : grid_(grid) {}

  /// The column of `key`, which is what comes at that position of the file; kNoColumn if no metric
  /// asks for it.  Looks for it by name only if something else was there the last time.
  Column At(std::size_t position, std::string_view key) {
    // A file cannot be trusted to be short.
    if (position >= kMaxPositions) return grid_.Find(key);
    if (position >= known_.size()) known_.resize(position + 1);
    Known& known = known_[position];
    if (known.key != key || key.empty()) {
      known.key = key;
      known.column = grid_.Find(key);
    }
    return known.column;
  }

 private:
  static constexpr std::size_t kMaxPositions = 4096;
  struct Known {
    std::string key;
    Column column = kNoColumn;
  };

  const Grid& grid_;
  std::vector<Known> known_;
};

}  // namespace fdr::local
