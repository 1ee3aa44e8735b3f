// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/statistics/change.h"

#include <algorithm>
#include <cmath>

#include "fdr/replay/statistics/doubling_scale.h"

namespace fdr {

double ChangeOf(const SeriesStatistics& statistics, const StatisticsWindow& window,
                const ChangeRules& rules) {
  const double low = statistics.min().value, high = statistics.max().value;
  const double largest = std::max(std::fabs(low), std::fabs(high));
  const double length = window.seconds();
  const ValueDistribution& values = statistics.values();
  // Without any weight, no value lasted.
  if (!(largest > 0) || !std::isfinite(largest) || !(length > 0) || !(values.weight() > 0))
    return 0;
  // Around 0 there are no factors.  With the largest value as little, the scale is about linear.
  const bool has_both_signs = low < 0 && high > 0;
  const DoublingScale scale(has_both_signs ? largest
                                           : std::max(rules.little, largest * kLittlePart));
  const double presence = std::min(statistics.seconds() / length, 1.0);
  // The mean of an amount counts the time in which there was none.
  const double there = rules.is_amount ? presence : 1;
  double mean = 0;
  for (const ValueBucket& bucket : values.buckets())
    mean += there * bucket.weight / values.weight() * scale.PlaceOf(bucket.Value());
  double distance = (1 - there) * std::fabs(mean);
  for (const ValueBucket& bucket : values.buckets())
    distance +=
        there * bucket.weight / values.weight() * std::fabs(scale.PlaceOf(bucket.Value()) - mean);
  constexpr double kRounding = 1e-9;
  return distance < kRounding ? 0 : distance * (rules.is_amount ? 1 : presence);
}

}  // namespace fdr
