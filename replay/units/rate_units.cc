// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/units/rate_units.h"

namespace fdr {

std::optional<double> RateScale(const Units& units) {
  if (units.dim_time == 0) return 1;
  if (units.dim_time == 1) return SecondsOf(units.scale_time);
  return std::nullopt;
}

Units UnitsOfRate(Units units) {
  --units.dim_time;
  units.scale_time = units.dim_time == 0 ? 0 : std::uint8_t{kSecondScale};
  return units;
}

}  // namespace fdr
