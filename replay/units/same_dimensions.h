// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Units that differ only in their scales.

#pragma once

#include "fdr/archive/base/units.h"

namespace fdr {

inline bool KeepDimensions(const Units& a, const Units& b) {
  return a.dim_space == b.dim_space && a.dim_time == b.dim_time && a.dim_count == b.dim_count &&
         a.extra_unit == b.extra_unit;
}

}  // namespace fdr
