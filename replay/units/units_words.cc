// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/units/units_words.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "fdr/archive/base/units.h"
#include "fdr/replay/text/ascii.h"
#include "fdr/replay/values/number.h"

namespace fdr {
namespace {

constexpr int kHighestScale = 15;      // of "space-N" and "time-N"
constexpr int kLowestCountScale = -8;  // of "count x 10^N"
constexpr int kHighestCountScale = 7;
constexpr int kLowestWritten = -8;
constexpr int kHighestWritten = 15;

struct Base {
  Dimension dimension;
  int scale;
};

// Whether `rest` is at the end of a word: at a blank, an exponent, or the end.
bool IsBoundary(std::string_view rest) {
  return rest.empty() || rest.front() == '^' || IsSpace(rest.front());
}

bool TakePrefix(std::string_view& rest, std::string_view prefix) {
  if (rest.size() < prefix.size() || ToLower(rest.substr(0, prefix.size())) != prefix) return false;
  rest.remove_prefix(prefix.size());
  return true;
}

// Takes an integer in the form in which it is printed: no plus sign, no leading zeros.
std::optional<int> TakeInteger(std::string_view& rest, int lowest, int highest) {
  int value = 0;
  const char* const end = rest.data() + rest.size();
  const auto [stop, error] = std::from_chars(rest.data(), end, value);
  const auto length = static_cast<std::size_t>(stop - rest.data());
  if (error != std::errc() || value < lowest || value > highest ||
      std::to_string(value) != rest.substr(0, length))
    return std::nullopt;
  rest.remove_prefix(length);
  return value;
}

std::optional<int> NumberedScale(std::string_view word, std::string_view prefix) {
  if (!TakePrefix(word, prefix)) return std::nullopt;
  const std::optional<int> scale = TakeInteger(word, 0, kHighestScale);
  return word.empty() ? scale : std::nullopt;
}

std::optional<int> TimeScale(std::string_view word) {
  constexpr std::pair<std::string_view, int> kWords[] = {{"ns", kNanosecondScale},
                                                         {"nanosec", kNanosecondScale},
                                                         {"nanosecond", kNanosecondScale},
                                                         {"nanoseconds", kNanosecondScale},
                                                         {"us", kMicrosecondScale},
                                                         {"microsec", kMicrosecondScale},
                                                         {"microsecond", kMicrosecondScale},
                                                         {"microseconds", kMicrosecondScale},
                                                         {"ms", kMillisecondScale},
                                                         {"millisec", kMillisecondScale},
                                                         {"millisecond", kMillisecondScale},
                                                         {"milliseconds", kMillisecondScale},
                                                         {"s", kSecondScale},
                                                         {"sec", kSecondScale},
                                                         {"second", kSecondScale},
                                                         {"seconds", kSecondScale},
                                                         {"min", kMinuteScale},
                                                         {"minute", kMinuteScale},
                                                         {"minutes", kMinuteScale},
                                                         {"h", kHourScale},
                                                         {"hr", kHourScale},
                                                         {"hour", kHourScale},
                                                         {"hours", kHourScale}};
  for (const auto& [name, scale] : kWords)
    if (word == name) return scale;
  return NumberedScale(word, "time-");
}

std::optional<int> SpaceScale(std::string_view word) {
  constexpr std::string_view kPrefixes[][3] = {
      {"k", "kibi", "kilo"}, {"m", "mebi", "mega"}, {"g", "gibi", "giga"},  {"t", "tebi", "tera"},
      {"p", "pebi", "peta"}, {"e", "exbi", "exa"},  {"z", "zebi", "zetta"}, {"y", "yobi", "yotta"}};
  if (word == "byte" || word == "bytes") return 0;
  int scale = 0;
  for (const auto& prefixes : kPrefixes) {
    ++scale;
    for (const std::string_view prefix : prefixes) {
      std::string_view rest = word;
      if (!TakePrefix(rest, prefix)) continue;
      if (rest == "byte" || rest == "bytes") return scale;
      if (prefix.size() == 1 && (rest == "b" || rest == "ib")) return scale;
    }
  }
  return NumberedScale(word, "space-");
}

// "count" may be followed by "x 10^N", which belongs to the same word.
int TakeCountScale(std::string_view& rest) {
  std::string_view behind = rest;
  if (!TakePrefix(behind, " x 10") || !IsBoundary(behind)) return 0;
  rest = behind;
  if (!TakePrefix(behind, "^")) return 1;
  const std::optional<int> scale = TakeInteger(behind, kLowestCountScale, kHighestCountScale);
  // Scales 0 and 1 are written "count" and "count x 10", so "^N" is an exponent then.
  if (!scale || *scale == 0 || *scale == 1 || !IsBoundary(behind)) return 1;
  rest = behind;
  return *scale;
}

std::optional<Base> TakeBase(std::string_view& rest) {
  std::size_t length = 0;
  while (!IsBoundary(rest.substr(length))) ++length;
  const std::string word = ToLower(rest.substr(0, length));
  rest.remove_prefix(length);
  if (const std::optional<int> scale = SpaceScale(word)) return Base{kSpace, *scale};
  if (const std::optional<int> scale = TimeScale(word)) return Base{kTime, *scale};
  if (word == "count") return Base{kCount, TakeCountScale(rest)};
  if (word == "counts") return Base{kCount, 0};
  return std::nullopt;
}

// Takes a word with its exponent.
bool TakePower(std::string_view& rest, UnitsSide& side) {
  const std::optional<Base> base = TakeBase(rest);
  if (!base) return false;
  int exponent = 1;
  if (TakePrefix(rest, "^")) {
    const std::optional<int> written = TakeInteger(rest, kLowestWritten, kHighestWritten);
    if (!written || !(rest.empty() || IsSpace(rest.front()))) return false;
    exponent = *written;
  }
  Power& power = side.powers[base->dimension];
  if (power.exponent != 0) return false;  // this dimension occurs twice
  power = {exponent, base->scale};
  return true;
}

// Takes an extra unit as it is printed; it has no exponent.
bool TakeExtra(std::string_view& text, UnitsSide& side) {
  constexpr int kExtraUnits = 4, kExtraScales = 4;
  for (int unit = 1; unit <= kExtraUnits; ++unit) {
    for (int scale = 1; scale <= kExtraScales; ++scale) {
      const std::string printed = ToString({.extra_unit = static_cast<std::int8_t>(unit),
                                            .extra_scale = static_cast<std::uint8_t>(scale)});
      if (!text.starts_with(printed)) continue;
      const std::string_view rest = text.substr(printed.size());
      if (side.extra.unit != 0 || !(rest.empty() || IsSpace(rest.front()))) return false;
      side.extra = {unit, scale};
      text = rest;
      return true;
    }
  }
  return false;
}

}  // namespace

const char* ParseUnitsSide(std::string_view text, bool knows_extra, UnitsSide& side) {
  for (;;) {
    text.remove_prefix(CountBlanks(text));
    if (text.empty()) return nullptr;
    if (const char c = text.front(); IsDigit(c) || c == '.' || c == '-') {
      const ParsedNumber number = ParseNumber(text);
      if (number.length == 0 || !number.in_range) return "invalid floating point literal";
      side.number *= number.value;
      text.remove_prefix(number.length);
    } else if (!(knows_extra && TakeExtra(text, side)) && !TakePower(text, side)) {
      return kBadBaseUnit;
    }
  }
}

}  // namespace fdr
