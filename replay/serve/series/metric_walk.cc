// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/metric_walk.h"

namespace fdr {

Result<bool> MetricWalk::Next(std::span<const MetricId> metrics, FetchResult& result) {
  while (true) {
    Result<bool> fetched = context_.Fetch(metrics, Profile(), result);
    if (fetched) return fetched;
    if (!IsDamage(fetched.error().code) && fetched.error().code != Errc::kOverlap) return fetched;
    if (!GoesOnAfter(fetched.error())) return false;
  }
}

// Fetching goes on behind a record that cannot be decoded.  Other damage shows itself again.
bool MetricWalk::GoesOnAfter(const Error& error) {
  const bool is_new = errors_.insert(PlaceOf(error)).second;
  if (is_new) context_.ReportDamage(error);
  return is_new || context_.SkipDamage().value_or(false);
}

}  // namespace fdr
