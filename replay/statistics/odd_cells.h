// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Finds the part of a window in which many series were unlike the rest of it.  docs/statistics.md
// derives the score.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

#include "fdr/replay/statistics/time_cells.h"

namespace fdr {

class OddCells {
 public:
  static constexpr std::size_t kCells = TimeCells::kCells;
  /// Cells from `first` up to `end`: at most half of all, with at least half as many before them.
  struct Range {
    std::size_t first = 0, end = 0;

    std::size_t size() const { return end - first; }
  };

  /// Adds a series by its places on a doubling scale, one for each cell.  If one metric has several
  /// series, the oddest counts.  `samples`: what the places are made of.  Fewer than cells are less
  /// evidence, as neighbours then show one sample; two are none.
  void Add(std::size_t metric, const std::array<double, kCells>& places,
           std::uint64_t samples = kCells);
  /// The stretch and what lies before it have `shortest` cells or more.  Nothing if all cells are
  /// alike.
  std::optional<Range> Find(std::size_t shortest = 1) const;

 private:
  static constexpr std::size_t kLongest = kCells / 2;
  static std::size_t LongestFrom(std::size_t first);

  // By the first cell and the number of cells.
  using Scores = std::array<std::array<float, kLongest + 1>, kCells>;

  std::map<std::size_t, Scores> scores_;  // by metric
};

}  // namespace fdr
