// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The largest values of a metric over a span of time that may grow, in bounded memory.
//
//   cells of 1 s, four at most   3  1  5  2
//   the span becomes 6 s         3  5  .        cells of 2 s: each has the larger value of two

#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "fdr/replay/serve/viewer/buckets/nanos.h"

namespace fdr::tools {

/// Default: of an empty span.
class StripCells {
 public:
  /// Forgets all values.
  void Begin(Nanos start, Nanos end);
  /// Keeps the values.  The end only moves on.
  void GrowTo(Nanos end);

  Nanos start() const { return start_; }
  Nanos end() const { return end_; }

  /// The value holds from `from` to `to`; a part outside of the span counts for its ends.
  void Add(double value, Nanos from, Nanos to);
  /// The largest value of all cells.
  std::optional<double> Largest() const;
  /// The largest value in each of `count` equal parts of the span.  `count`: 1 to kMost.
  std::vector<std::optional<double>> Columns(std::size_t count) const;
  /// Which of these parts has the time.
  std::size_t ColumnOf(Nanos at, std::size_t count) const;

  static constexpr std::size_t kMost = 8192;

 private:
  std::size_t CellOf(Nanos at) const;

  Nanos start_ = 0, end_ = 0;
  Nanos width_ = 1;                           // of a cell
  std::vector<std::optional<double>> cells_;  // kMost at most
};

}  // namespace fdr::tools
