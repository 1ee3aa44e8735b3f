// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Converts the units of the C API: they and ours are the same word as in archives.

#pragma once

#include <pcp/pmapi.h>

#include <bit>
#include <cstdint>

#include "fdr/archive/base/units.h"

namespace fdr::pmapi {

inline Units FromC(const pmUnits& units) {
  return Units::FromWord(std::bit_cast<std::uint32_t>(units));
}

inline pmUnits ToC(const Units& units) { return std::bit_cast<pmUnits>(units.ToWord()); }

}  // namespace fdr::pmapi
