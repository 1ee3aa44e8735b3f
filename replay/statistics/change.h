// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How much a series changed, as one number that can be compared between metrics of any units.  See
// docs/statistics.md.

#pragma once

#include "fdr/replay/statistics/series_statistics.h"

namespace fdr {

/// The mean distance of the values from their mean, as a part of the largest magnitude, times the
/// part of the window in which there are values.  0 if all values are equal, and at most 1.  The
/// series must have values.
double ChangeOf(const SeriesStatistics& statistics, const StatisticsWindow& window);

}  // namespace fdr
