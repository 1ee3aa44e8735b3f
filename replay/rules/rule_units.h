// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The units behind numbers in rules: "5 Kbytes / min" is 85.3 in the units in which rules compute,
// which are bytes, seconds and counts.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "fdr/archive/base/units.h"

namespace fdr {

/// A word: its dimension (0 space, 1 time, 2 count), and how many canonical units it is.
struct RuleUnit {
  std::uint8_t dimension = 0;
  double factor = 1;
};

/// Nothing if it is not a unit.
std::optional<RuleUnit> FindRuleUnit(std::string_view word);

/// The units of a number.  As for PCP, the last word of a dimension replaces those before:
/// "sec / msec" is "/ msec".
class RuleScale {
 public:
  void Take(const RuleUnit& unit, int exponent);
  double factor() const;

 private:
  std::array<double, 3> factors_ = {1, 1, 1};
};

/// By what values in these units are multiplied.
double CanonicalFactor(const Units& units);

}  // namespace fdr
