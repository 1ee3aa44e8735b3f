// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How much a series changed, as one number that can be compared between metrics of any units.  See
// docs/statistics.md.

#pragma once

#include "fdr/replay/statistics/series_statistics.h"

namespace fdr {

struct ChangeRules {
  double little = 0;       ///< amounts that are smaller do not matter; in the units of the values
  bool is_amount = false;  ///< while the series is not there, it has nothing of it
};

/// The mean distance of the values from their mean, in doublings.  0 if all values are equal.  If
/// the series is no amount, the distance is multiplied by the part of the window in which there
/// are values.  The series must have values.
double ChangeOf(const SeriesStatistics& statistics, const StatisticsWindow& window,
                const ChangeRules& rules);

}  // namespace fdr
