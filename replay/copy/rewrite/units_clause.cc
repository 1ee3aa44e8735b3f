// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// units -> 1,-1,0,KBYTE,SEC,0 rescale
// extraunits -> 0,0,0,0,0,0,VOLTAGE,mV rescale

#include <array>
#include <utility>

#include "fdr/replay/copy/rewrite/clause_parser.h"

namespace fdr {
namespace {

constexpr std::array<std::string_view, 7> kSpaces = {"byte",  "kbyte", "mbyte", "gbyte",
                                                     "tbyte", "pbyte", "ebyte"};
constexpr std::array<std::string_view, 6> kTimes = {"nsec", "usec", "msec", "sec", "min", "hour"};

struct ExtraScale {
  std::string_view name, symbol;
  std::int8_t unit;
  std::uint8_t scale;
};
constexpr std::array<std::string_view, 4> kExtraUnits = {"temperature", "voltage", "current",
                                                         "power"};
constexpr std::array<ExtraScale, 13> kExtraScales = {{{"celsius", "c", 1, 1},
                                                      {"fahrenheit", "f", 1, 2},
                                                      {"kelvin", "k", 1, 3},
                                                      {"volt", "v", 2, 1},
                                                      {"millivolt", "mv", 2, 2},
                                                      {"microvolt", "uv", 2, 3},
                                                      {"ampere", "a", 3, 1},
                                                      {"milliampere", "ma", 3, 2},
                                                      {"microampere", "ua", 3, 3},
                                                      {"kilowatt", "kw", 4, 1},
                                                      {"watt", "w", 4, 2},
                                                      {"milliwatt", "mw", 4, 3},
                                                      {"microwatt", "uw", 4, 4}}};

// The scale of a word, or 0 for "0".
template <std::size_t kSize>
bool TakeScale(RewriteScanner& in, const std::array<std::string_view, kSize>& words,
               std::uint8_t& scale) {
  if (in.TakeKeyword("0")) return true;
  for (std::size_t i = 0; i < words.size(); ++i) {
    scale = static_cast<std::uint8_t>(i);
    if (in.TakeKeyword(words[i])) return true;
  }
  return false;
}

}  // namespace

Result<std::int8_t> ClauseParser::TakeDimension() {
  constexpr std::uint64_t kLowest = 8, kHighest = 7;
  const bool is_negative = in_.Take("-");
  if (!is_negative) in_.Take("+");
  const auto number = TakeNumber(is_negative ? kLowest : kHighest, "a dimension");
  if (!number) return Fail(number.error());
  const auto size = static_cast<std::int8_t>(*number);
  if (!in_.Take(",")) return in_.Complain(", is expected");
  return is_negative ? static_cast<std::int8_t>(-size) : size;
}

Result<void> ClauseParser::ParseUnits(MetricClause& clause) {
  Units& units = clause.units;
  for (std::int8_t* dimension : {&units.dim_space, &units.dim_time, &units.dim_count}) {
    const auto taken = TakeDimension();
    if (!taken) return Fail(taken.error());
    *dimension = *taken;
  }
  if (!TakeScale(in_, kSpaces, units.scale_space))
    return in_.Complain("0, byte, kbyte, mbyte, gbyte, tbyte, pbyte or ebyte is expected");
  if (!in_.Take(",")) return in_.Complain(", is expected");
  if (!TakeScale(in_, kTimes, units.scale_time))
    return in_.Complain("0, nsec, usec, msec, sec, min or hour is expected");
  if (!in_.Take(",")) return in_.Complain(", is expected");
  if (!in_.TakeKeyword("one")) {
    constexpr std::uint64_t kLargestScale = 7;
    const auto scale = TakeNumber(kLargestScale, "a scale of count");
    if (!scale) return Fail(scale.error());
    units.scale_count = static_cast<std::int8_t>(*scale);
  }
  if (clause.is_extra)
    if (auto taken = TakeExtraUnit(units); !taken) return taken;
  clause.rescale = in_.TakeKeyword("rescale");
  return {};
}

Result<void> ClauseParser::TakeExtraUnit(Units& units) {
  if (!in_.Take(",")) return in_.Complain(", is expected");
  const bool is_below = in_.Take("-");
  if (!in_.TakeKeyword("0")) {
    std::int8_t unit = 0;
    for (const std::string_view word : kExtraUnits) {
      ++unit;
      if (!in_.TakeKeyword(word)) continue;
      units.extra_unit = is_below ? static_cast<std::int8_t>(-unit) : unit;
      break;
    }
    if (units.extra_unit == 0)
      return in_.Complain("0, temperature, voltage, current or power is expected");
  }
  if (!in_.Take(",")) return in_.Complain(", is expected");
  if (in_.TakeKeyword("0")) return {};
  const int unit = units.extra_unit < 0 ? -units.extra_unit : units.extra_unit;
  for (const ExtraScale& scale : kExtraScales) {
    if (scale.unit != unit) continue;
    if (!in_.TakeKeyword(scale.name) && !in_.TakeKeyword(scale.symbol)) continue;
    units.extra_scale = scale.scale;
    return {};
  }
  return in_.Complain("a scale of this unit is expected, such as mV");
}

}  // namespace fdr
