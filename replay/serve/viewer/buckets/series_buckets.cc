// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/buckets/series_buckets.h"

#include <algorithm>

namespace fdr {

void SeriesBuckets::Clear() { std::fill(buckets_.begin(), buckets_.end(), ValueSums()); }

void SeriesBuckets::AddHold(Nanos from, Nanos to, double value) {
  from = std::max(from, grid_.from());
  to = std::min(to, grid_.to());
  if (from >= to) return;
  for (std::size_t k = grid_.BucketOf(from); from < to; ++k) {
    const Nanos end = std::min(to, grid_.Border(k + 1));
    buckets_[k].AddHold(end - from, value);
    from = end;
  }
}

ValueSums SeriesBuckets::Total() const {
  ValueSums total;
  for (const ValueSums& bucket : buckets_) total.Append(bucket);
  return total;
}

}  // namespace fdr
