// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Numbers of any scale in bytes, seconds and counts.

#pragma once

#include <cmath>

#include "fdr/archive/base/units.h"

namespace fdr::why {

inline double CanonicalFactor(const Units& units) {
  return std::pow(1024.0, units.scale_space * units.dim_space) *
         std::pow(SecondsOf(units.scale_time), units.dim_time) *
         std::pow(10.0, units.scale_count * units.dim_count);
}

}  // namespace fdr::why
