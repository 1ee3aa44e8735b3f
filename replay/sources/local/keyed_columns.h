// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds the columns of a grid for the names in a file.  Fast for files whose lines always come in
// the same order.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fdr/replay/sources/local/grid.h"

namespace fdr::local {

class KeyedColumns {
 public:
  /// Borrows the grid.
  explicit KeyedColumns(const Grid& grid) : grid_(grid) {}

  /// The column of `key`, which stands at this position of the file; kNoColumn if no metric needs
  /// it.  Searches by name only if another key was there the last time.
  Column At(std::size_t position, std::string_view key) {
    // The length of a file cannot be trusted.
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
