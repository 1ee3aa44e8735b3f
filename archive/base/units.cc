// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/base/units.h"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace fdr {
namespace {

constexpr std::int8_t SignedNibble(std::uint32_t nibble) {
  return static_cast<std::int8_t>(nibble & 8 ? static_cast<int>(nibble) - 16
                                             : static_cast<int>(nibble));
}

constexpr std::uint32_t Nibble(int value, unsigned shift) {
  return (static_cast<std::uint32_t>(value) & 0xf) << shift;
}

std::string SpaceWord(std::uint8_t scale) {
  constexpr std::array<std::string_view, 9> kWords = {"byte",  "Kbyte", "Mbyte", "Gbyte", "Tbyte",
                                                      "Pbyte", "Ebyte", "Zbyte", "Ybyte"};
  return scale < kWords.size() ? std::string(kWords[scale]) : fmt::format("space-{}", scale);
}

std::string TimeWord(std::uint8_t scale) {
  constexpr std::array<std::string_view, 6> kWords = {"nanosec", "microsec", "millisec",
                                                      "sec",     "min",      "hour"};
  return scale < kWords.size() ? std::string(kWords[scale]) : fmt::format("time-{}", scale);
}

std::string CountWord(std::int8_t scale) {
  if (scale == 0) return "count";
  return scale == 1 ? "count x 10" : fmt::format("count x 10^{}", scale);
}

std::string ExtraWord(const Units& units) {
  constexpr std::array<std::string_view, 5> kUnits = {"", "temperature", "voltage", "current",
                                                      "power"};
  constexpr std::array<std::array<std::string_view, 5>, 5> kScales = {
      {{},
       {"", "C", "F", "K"},
       {"", "V", "mV", "uV"},
       {"", "A", "mA", "uA"},
       {"", "kW", "W", "mW", "uW"}}};
  const int unit = units.extra_unit < 0 ? -units.extra_unit : units.extra_unit;
  if (unit >= static_cast<int>(kUnits.size())) return fmt::format("extra-{}", unit);
  const auto u = static_cast<std::size_t>(unit);
  if (units.extra_scale < kScales[u].size() && !kScales[u][units.extra_scale].empty())
    return fmt::format("{} ({})", kUnits[u], kScales[u][units.extra_scale]);
  return fmt::format("{} (scale-{})", kUnits[u], units.extra_scale);
}

struct Term {
  int power;
  std::string word;
};

void AppendTerm(std::string& out, const Term& term) {
  if (!out.empty()) out += ' ';
  out += term.word;
  const int power = term.power < 0 ? -term.power : term.power;
  if (power != 1) out += fmt::format("^{}", power);
}

}  // namespace

double SecondsOf(int time_scale) {
  constexpr std::array kSeconds = {1e-9, 1e-6, 1e-3, 1.0, 60.0, 3600.0};
  const auto scale = static_cast<std::size_t>(time_scale);  // a negative one is too large
  return scale < kSeconds.size() ? kSeconds[scale] : 1;
}

Units Units::FromWord(std::uint32_t word) {
  const auto low5 = static_cast<int>(word >> 3 & 0x1f);
  return {.dim_space = SignedNibble(word >> 28 & 0xf),
          .dim_time = SignedNibble(word >> 24 & 0xf),
          .dim_count = SignedNibble(word >> 20 & 0xf),
          .scale_space = static_cast<std::uint8_t>(word >> 16 & 0xf),
          .scale_time = static_cast<std::uint8_t>(word >> 12 & 0xf),
          .scale_count = SignedNibble(word >> 8 & 0xf),
          .extra_unit = static_cast<std::int8_t>(low5 & 0x10 ? low5 - 0x20 : low5),
          .extra_scale = static_cast<std::uint8_t>(word & 7)};
}

std::uint32_t Units::ToWord() const {
  return Nibble(dim_space, 28) | Nibble(dim_time, 24) | Nibble(dim_count, 20) |
         Nibble(scale_space, 16) | Nibble(scale_time, 12) | Nibble(scale_count, 8) |
         (static_cast<std::uint32_t>(extra_unit) & 0x1f) << 3 | (extra_scale & 7u);
}

std::string ToString(const Units& units) {
  if (units.IsDimensionless() && units.extra_unit == 0) {
    if (units.scale_count == 0) return "";
    return units.scale_count == 1 ? "x 10" : fmt::format("x 10^{}", units.scale_count);
  }
  std::array<Term, 4> terms = {{{units.extra_unit == 0 ? 0 : (units.extra_unit < 0 ? -1 : 1), {}},
                                {units.dim_space, SpaceWord(units.scale_space)},
                                {units.dim_time, TimeWord(units.scale_time)},
                                {units.dim_count, CountWord(units.scale_count)}}};
  if (terms[0].power != 0) terms[0].word = ExtraWord(units);
  std::string out;
  for (const Term& t : terms)
    if (t.power > 0) AppendTerm(out, t);
  bool first_below = true;
  for (const Term& t : terms) {
    if (t.power >= 0) continue;
    if (first_below) out += out.empty() ? "/" : " /";
    first_below = false;
    AppendTerm(out, t);
  }
  return out;
}

}  // namespace fdr
