// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Temperatures, whose scales are no multiples of each other: units of PCP 7.2.

#pragma once

#include <optional>

#include "fdr/archive/base/units.h"

namespace fdr {

/// Whether both are temperatures and nothing else, in scales that exist.
bool AreTemperatures(const Units& from, const Units& to);
/// Celsius, Fahrenheit, Kelvin.  Both must be temperatures.
double ConvertTemperature(double value, const Units& from, const Units& to);

}  // namespace fdr
