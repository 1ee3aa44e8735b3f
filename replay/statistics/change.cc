// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/statistics/change.h"

#include <algorithm>
#include <cmath>

namespace fdr {

double ChangeOf(const SeriesStatistics& statistics, const StatisticsWindow& window) {
  const double largest =
      std::max(std::fabs(statistics.min().value), std::fabs(statistics.max().value));
  const double length = window.seconds();
  const ValueDistribution& values = statistics.values();
  // Without any weight, no value lasted.
  if (!(largest > 0) || !(length > 0) || !(values.weight() > 0)) return 0;
  if (statistics.min().value == statistics.max().value) return 0;
  const double mean = values.Mean() / largest;
  double distance = 0;
  for (const ValueBucket& bucket : values.buckets())
    distance += bucket.weight / values.weight() * std::fabs(bucket.Value() / largest - mean);
  return distance * std::min(statistics.seconds() / length, 1.0);
}

}  // namespace fdr
