// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How far apart the values of a series lie in two windows.  docs/statistics.md derives the
// distance.

#pragma once

#include <cstdint>

#include "fdr/replay/statistics/series_statistics.h"

namespace fdr {

/// What the series was in one of the windows.
struct SeriesPart {
  const SeriesStatistics* statistics = nullptr;  ///< null if it had no number
  /// The part of the time of its metric in which the series had values, from 0 to 1.
  double presence = 1;
  std::uint64_t samples = 0;  ///< of its metric
};

struct DifferenceRules {
  double little = 0;       ///< amounts that are smaller do not matter; in the units of the values
  bool is_amount = false;  ///< a series that is not there has nothing of it
  bool is_told = false;    ///< values are reported on change: chance has no part in a difference
};

enum class Presence : std::uint8_t { kBoth, kAppeared, kGone };

struct SeriesDifference {
  /// In doublings, 0 or more; 0 if there is nothing beyond chance.
  double distance = 0;
  /// The means.  With `is_amount`, of the whole time of the metric.
  double before = 0, after = 0;
  Presence presence = Presence::kBoth;
};

/// At least one of the parts must have numbers.
SeriesDifference DifferenceOf(const SeriesPart& before, const SeriesPart& after,
                              const DifferenceRules& rules);

}  // namespace fdr
