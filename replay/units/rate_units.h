// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What becomes of the units of a counter if its growth per second is shown.

#pragma once

#include <optional>

#include "fdr/archive/base/units.h"

namespace fdr {

/// What a rate of this counter is multiplied with: a counter of time becomes a share of time.
/// Nothing if its rate has no unit.
std::optional<double> RateScale(const Units& units);

/// The units of rates that are multiplied with it.  Rates of other counters of times, such as those
/// of square seconds, are in seconds.
Units UnitsOfRate(Units units);

}  // namespace fdr
