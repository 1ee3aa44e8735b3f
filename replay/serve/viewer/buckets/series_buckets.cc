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

void SeriesBuckets::AddEvent(ValueKind kind, const SeriesEvent& before, const SeriesEvent& event) {
  if (kind == ValueKind::kExtreme && event.is_joined)
    return AddExtreme(before.at, event.at, event.value);
  if (event.is_joined)
    HoldBetween(kind, before.at, before.value, event,
                [&](Nanos from, Nanos to, double value) { AddHold(from, to, value); });
  if (event.HasValue()) AddValue(event.at, event.value);
}

// It was met at some moment of that time: each bucket with a part of it may have it.
void SeriesBuckets::AddExtreme(Nanos from, Nanos to, double value) {
  from = std::max(from, grid_.from());
  to = std::min(to, grid_.to());
  if (from >= to) return;
  const std::size_t last = grid_.BucketOf(to - 1);
  for (std::size_t k = grid_.BucketOf(from); k <= last; ++k) buckets_[k].AddValue(value);
}

void SeriesBuckets::Widen(const SeriesBuckets& extremes) {
  for (std::size_t k = 0; k < buckets_.size(); ++k) buckets_[k].Widen(extremes.buckets_[k]);
}

ValueSums SeriesBuckets::Total() const {
  ValueSums total;
  for (const ValueSums& bucket : buckets_) total.Append(bucket);
  return total;
}

}  // namespace fdr
