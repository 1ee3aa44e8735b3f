// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/units/units_parser.h"

#include <algorithm>
#include <cmath>

#include "fdr/replay/units/units_words.h"

namespace fdr {
namespace {

constexpr int kLowestExponent = -8;
constexpr int kHighestExponent = 7;

// The factor from `scale` to the middle unit (byte, second, one).
double Factor(Dimension dimension, int scale) {
  switch (dimension) {
    case kSpace:
      return std::pow(1024, scale);
    case kCount:
      return std::pow(10, scale);
    case kTime:
      break;
  }
  return SecondsOf(scale);
}

// Moves `below` to `above`.  If both have this dimension, the result has the scale of the middle
// unit, and the multiplier takes the factors of both scales.
void Divide(Dimension dimension, Power& above, const Power& below, double& multiplier) {
  if (above.exponent != 0 && below.exponent != 0) {
    multiplier *= std::pow(Factor(dimension, above.scale), -above.exponent);
    multiplier *= std::pow(Factor(dimension, below.scale), below.exponent);
    above.scale = dimension == kTime ? int{kSecondScale} : 0;
  } else if (above.exponent == 0) {
    above.scale = below.scale;
  }
  above.exponent -= below.exponent;
  if (above.exponent == 0) above.scale = 0;
}

bool HaveNoRatio(const Power& above, const Power& below) {
  return above.exponent != 0 && below.exponent != 0 &&
         std::max(above.scale, below.scale) > kHourScale;
}

constexpr const char* kOutOfBounds[] = {"space dimension out of bounds",
                                        "time dimension out of bounds",
                                        "count dimension out of bounds"};

bool IsOutOfBounds(const Power& power) {
  return power.exponent < kLowestExponent || power.exponent > kHighestExponent;
}

}  // namespace

tl::expected<ParsedUnits, const char*> ParseUnits(std::string_view text, UnitWords words) {
  const bool knows_extra = words == UnitWords::kExtra;
  UnitsSide above, below;
  const std::size_t slash = std::min(text.find('/'), text.size());
  if (const char* const wrong = ParseUnitsSide(text.substr(0, slash), knows_extra, above))
    return tl::unexpected(wrong);
  text.remove_prefix(std::min(slash + 1, text.size()));
  if (const char* const wrong = ParseUnitsSide(text, knows_extra, below))
    return tl::unexpected(wrong);
  if (HaveNoRatio(above.powers[kTime], below.powers[kTime])) return tl::unexpected(kBadBaseUnit);

  if (above.extra.unit != 0 && below.extra.unit != 0) return tl::unexpected(kBadBaseUnit);

  ParsedUnits parsed;
  parsed.multiplier = below.number / above.number;
  for (const Dimension d : {kSpace, kCount, kTime})  // in PCP's order, because products are rounded
    Divide(d, above.powers[d], below.powers[d], parsed.multiplier);
  for (const Dimension d : {kSpace, kTime, kCount})
    if (IsOutOfBounds(above.powers[d])) return tl::unexpected(kOutOfBounds[d]);
  const auto& [space, time, count] = above.powers;
  parsed.units = {.dim_space = static_cast<std::int8_t>(space.exponent),
                  .dim_time = static_cast<std::int8_t>(time.exponent),
                  .dim_count = static_cast<std::int8_t>(count.exponent),
                  .scale_space = static_cast<std::uint8_t>(space.scale),
                  .scale_time = static_cast<std::uint8_t>(time.scale),
                  .scale_count = static_cast<std::int8_t>(count.scale)};
  const ExtraUnit& extra = above.extra.unit != 0 ? above.extra : below.extra;
  parsed.units.extra_unit =
      static_cast<std::int8_t>(&extra == &below.extra ? -extra.unit : extra.unit);
  parsed.units.extra_scale = static_cast<std::uint8_t>(extra.scale);
  return parsed;
}

}  // namespace fdr
