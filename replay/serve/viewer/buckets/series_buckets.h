// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One series in buckets of time.

#pragma once

#include <span>
#include <vector>

#include "fdr/replay/serve/viewer/buckets/held_values.h"
#include "fdr/replay/serve/viewer/buckets/time_grid.h"
#include "fdr/replay/serve/viewer/buckets/value_sums.h"

namespace fdr {

/// Takes values in the order of time.  Whatever lies outside of the window is left out.
class SeriesBuckets {
 public:
  explicit SeriesBuckets(const TimeGrid& grid) : grid_(grid), buckets_(grid.size()) {}

  /// Begins another series.
  void Clear();

  void AddValue(Nanos at, double value) {
    if (grid_.Has(at)) buckets_[grid_.BucketOf(at)].AddValue(value);
  }
  /// The value holds from one time to another.
  void AddHold(Nanos from, Nanos to, double value);
  /// The value of an event, and what holds since the event before.
  void AddEvent(ValueKind kind, const SeriesEvent& before, const SeriesEvent& event);
  /// All values, and the times in which they hold, are in the same bucket.
  void AddSums(std::size_t bucket, const ValueSums& sums) { buckets_[bucket].Append(sums); }

  /// The extremes of these buckets, in the same grid, are some of this series, too.
  void Widen(const SeriesBuckets& extremes);

  const TimeGrid& grid() const { return grid_; }
  std::span<const ValueSums> buckets() const { return buckets_; }
  /// All buckets as one.
  ValueSums Total() const;

 private:
  void AddExtreme(Nanos from, Nanos to, double value);

  TimeGrid grid_;
  std::vector<ValueSums> buckets_;
};

}  // namespace fdr
