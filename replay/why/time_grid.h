// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A window of time in cells of equal length.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "fdr/archive/base/timestamp.h"

namespace fdr::why {

struct TimeGrid {
  Timestamp start;
  double cell = 1;  ///< seconds
  std::size_t cells = 0;

  double seconds() const { return cell * static_cast<double>(cells); }
  Timestamp At(std::size_t i) const { return PlusSeconds(start, cell * static_cast<double>(i)); }
  /// How many cells last for this many seconds: 1 at least.
  std::size_t CellsOf(double length) const {
    return static_cast<std::size_t>(std::max(1.0, std::ceil(length / cell - 0.5)));
  }
};

/// Cells from `first` up to `end`.
struct CellRange {
  std::size_t first = 0, end = 0;

  std::size_t size() const { return end - first; }
  bool Overlaps(const CellRange& other) const { return first < other.end && other.first < end; }
};

}  // namespace fdr::why
