// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/statistics/little_amount.h"

#include <cmath>

namespace fdr {
namespace {

constexpr double kShareOfTime = 0.01;
constexpr double kBytesPerSecond = 10 * 1024.0, kBytes = 1024 * 1024.0;
constexpr double kEventsPerSecond = 1, kThings = 1;
// Loads, percentages; states and numbers of something.
constexpr double kPlain = 0.1, kWhole = 1;

}  // namespace

double LittleOf(const Desc& desc, bool is_rate) {
  const Units& units = desc.units;
  if (units.dim_space == 0 && units.dim_count == 0 && units.dim_time == 0)
    return is_rate ? kEventsPerSecond : IsInteger(desc.type) ? kWhole : kPlain;
  if (units.dim_space == 0 && units.dim_count == 0 && units.dim_time == 1)
    return is_rate ? kShareOfTime : 0;
  if (units.dim_time != 0) return 0;
  if (units.dim_space == 1 && units.dim_count == 0)
    return (is_rate ? kBytesPerSecond : kBytes) / std::pow(1024.0, units.scale_space);
  if (units.dim_count == 1 && units.dim_space == 0)
    return (is_rate ? kEventsPerSecond : kThings) / std::pow(10.0, units.scale_count);
  return 0;
}

bool IsAmount(const Desc& desc) {
  const Units& units = desc.units;
  return desc.semantics == Semantics::kCounter ||
         (units.dim_time == 0 && (units.dim_space == 1 || units.dim_count == 1));
}

}  // namespace fdr
