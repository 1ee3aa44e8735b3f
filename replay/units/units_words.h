// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// One side of "10 Kbyte^2 count x 10^3 / min": numbers, and words of units with exponents.

#pragma once

#include <array>
#include <string_view>

namespace fdr {

enum Dimension : std::size_t { kSpace, kTime, kCount };

struct Power {
  int exponent = 0, scale = 0;  ///< without an exponent, the scale has no meaning
};

/// A unit of PCP 7.2; 0 is none.
struct ExtraUnit {
  int unit = 0, scale = 0;
};

struct UnitsSide {
  double number = 1;              ///< the product of all numbers
  std::array<Power, 3> powers{};  ///< indexed by Dimension
  ExtraUnit extra;
};

/// An error about `text`, or nullptr.
const char* ParseUnitsSide(std::string_view text, bool knows_extra, UnitsSide& side);

inline constexpr const char* kBadBaseUnit = "unrecognized or duplicate base unit";

}  // namespace fdr
