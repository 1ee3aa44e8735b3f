// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/text/readable_scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>

#include "fdr/replay/units/rate_units.h"

namespace fdr::tools {
namespace {

// A unit, and the number of its smallest relatives that it stands for.
struct Step {
  std::string_view unit;
  double size;
  double from;  // the least number of smallest relatives that is shown in this unit
};

constexpr double kKibi = 1024;
// Below this, a number of bytes rounds to less than 1024.0 of the smaller unit.
constexpr double kKibiShown = 1023.95 / 1024;
constexpr double PowerOfKibi(int n) { return n == 0 ? 1 : kKibi * PowerOfKibi(n - 1); }
constexpr Step Binary(std::string_view unit, int n) {
  return {unit, PowerOfKibi(n), PowerOfKibi(n) * (n == 0 ? 0 : kKibiShown)};
}
constexpr std::array kSpaceSteps = {Binary("B", 0),   Binary("KiB", 1), Binary("MiB", 2),
                                    Binary("GiB", 3), Binary("TiB", 4), Binary("PiB", 5),
                                    Binary("EiB", 6)};

// People count long times in days, and think of 90 as seconds rather than as minutes.
constexpr double kSecondInNanos = 1e9;
constexpr std::array kTimeSteps = {Step{"ns", 1, 0},
                                   Step{"us", 1e3, 999.95},
                                   Step{"ms", 1e6, 999.95e3},
                                   Step{"s", kSecondInNanos, 999.95e6},
                                   Step{"min", 60 * kSecondInNanos, 120 * kSecondInNanos},
                                   Step{"h", 3600 * kSecondInNanos, 7200 * kSecondInNanos},
                                   Step{"d", 86400 * kSecondInNanos, 172800 * kSecondInNanos}};

// Small counts stay exact.
constexpr std::array kCountSteps = {Step{"", 1, 0},
                                    Step{"M", 1e6, 999'999.5},
                                    Step{"G", 1e9, 999.95e6},
                                    Step{"T", 1e12, 999.95e9},
                                    Step{"P", 1e15, 999.95e12},
                                    Step{"E", 1e18, 999.95e15}};

constexpr std::array<double, 6> kNanosOfScale = {
    1, 1e3, 1e6, kSecondInNanos, 60 * kSecondInNanos, 3600 * kSecondInNanos};
constexpr std::array<std::string_view, 6> kTimeWords = {"ns", "us", "ms", "s", "min", "h"};
constexpr std::array<std::string_view, 6> kSpaceWords = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};

// The part of a unit that a scale may change: "byte" of "byte / sec".
struct Scalable {
  std::span<const Step> steps;
  double size = 1;         // of the recorded unit, in the smallest one
  std::string_view words;  // what follows the unit
};

bool IsOrdinary(const Units& units) {
  return units.extra_unit == 0 && units.scale_time < kTimeWords.size() &&
         units.scale_space < kSpaceWords.size();
}

// Those of what is shown.
Units Shown(const Quantity& quantity) {
  return quantity.per_second ? UnitsOfRate(quantity.units) : quantity.units;
}

// From a counter's time, such as milliseconds, to seconds.
double RateFactor(const Quantity& quantity) {
  const Units& units = quantity.units;
  if (!quantity.per_second || units.dim_time == 0 || units.scale_time >= kNanosOfScale.size())
    return 1;
  return std::pow(kNanosOfScale[units.scale_time] / kSecondInNanos, units.dim_time);
}

// "/s" or "/min", or nothing if the units are no simple rate or amount.
bool ScaledPart(const Units& units, Scalable& part) {
  if (!IsOrdinary(units) || units.dim_time < -1 || units.dim_time > 1) return false;
  const bool is_rate = units.dim_time == -1;
  if (units.dim_space == 1 && units.dim_count == 0 && units.dim_time != 1) {
    part = {kSpaceSteps, PowerOfKibi(units.scale_space), {}};
  } else if (units.dim_count == 1 && units.dim_space == 0 && units.dim_time != 1) {
    part = {kCountSteps, std::pow(10.0, units.scale_count), {}};
  } else if (is_rate && units.dim_count == 0 && units.dim_space == 0) {
    part = {kCountSteps, 1, {}};  // of a counter without a unit
  } else if (units.dim_time == 1 && units.dim_space == 0 && units.dim_count == 0) {
    part = {kTimeSteps, kNanosOfScale[units.scale_time], {}};
  } else if (units.dim_time == 1 && units.dim_space == 0 && units.dim_count == -1) {
    part = {kTimeSteps, kNanosOfScale[units.scale_time] * std::pow(10.0, -units.scale_count),
            "/count"};  // how long each of something takes
  } else {
    return false;
  }
  constexpr std::array<std::string_view, 6> kPer = {"/ns", "/us", "/ms", "/s", "/min", "/h"};
  if (is_rate) part.words = kPer[units.scale_time];
  return true;
}

// Three digits of the largest number: "0.250", "3.21", "12.3", "1234.5".
int DecimalsFor(double largest, bool is_whole) {
  constexpr int kMostDecimals = 6;
  if (is_whole) return 0;
  if (!(largest > 0) || !std::isfinite(largest)) return 1;
  const double digits = std::floor(std::log10(largest));
  return static_cast<int>(std::clamp(2 - digits, 1.0, double{kMostDecimals}));
}

ReadableScale Of(const Quantity& quantity, double largest, bool may_change) {
  ReadableScale scale;
  scale.factor = RateFactor(quantity);
  Scalable part;
  if (IsShareOfTime(quantity)) {
    scale.factor *= 100;
    scale.unit = "%";
    scale.decimals = 1;
    return scale;
  }
  const Units units = Shown(quantity);
  if (!ScaledPart(units, part)) {
    scale.unit = ToString(units);
  } else {
    const double smallest = largest * scale.factor * part.size;
    const bool is_known = may_change && smallest > 0 && std::isfinite(smallest);
    const Step* step = &part.steps[0];
    for (const Step& next : part.steps)
      if (is_known ? smallest >= next.from : part.size >= next.size) step = &next;
    scale.factor *= part.size / step->size;
    scale.unit = std::string(step->unit) + std::string(part.words);
  }
  scale.decimals = DecimalsFor(largest * scale.factor, quantity.is_whole && scale.factor == 1);
  return scale;
}

template <class Integer>
std::string WholeText(Integer number, const ReadableScale& scale) {
  if (scale.factor == 1 && scale.decimals == 0) return fmt::format("{}", number);
  return ScaledText(static_cast<double>(number), scale);
}

}  // namespace

bool IsShareOfTime(const Quantity& quantity) {
  const Units& units = quantity.units;
  return quantity.per_second && IsOrdinary(units) && units.dim_time == 1 && units.dim_space == 0 &&
         units.dim_count == 0;
}

ReadableScale ScaleFor(const Quantity& quantity, double largest) {
  return Of(quantity, std::fabs(largest), true);
}

ReadableScale RecordedScale(const Quantity& quantity) { return Of(quantity, 0, false); }

std::string ScaledText(double number, const ReadableScale& scale) {
  constexpr double kHuge = 1e12, kTiny = 1e-6;
  constexpr int kDigitsOfSmall = 2;
  const double shown = number * scale.factor;
  if (!std::isfinite(shown)) return fmt::format("{}", shown);
  const double size = std::fabs(shown);
  if (size == 0) return fmt::format("{:.{}f}", 0.0, scale.decimals);
  if (size >= kHuge) return fmt::format("{:.6g}", shown);
  if (size < kTiny) return fmt::format("{:.1e}", shown);
  const int needed = kDigitsOfSmall - 1 - static_cast<int>(std::floor(std::log10(size)));
  // An integer of a whole column has no digits to add.
  const bool is_exact = shown == std::floor(shown);
  const int decimals = is_exact || size >= 1 ? scale.decimals : std::max(scale.decimals, needed);
  return fmt::format("{:.{}f}", shown, decimals);
}

std::string ScaledText(std::int64_t number, const ReadableScale& scale) {
  return WholeText(number, scale);
}

std::string ScaledText(std::uint64_t number, const ReadableScale& scale) {
  return WholeText(number, scale);
}

std::string ReadableText(double number, const Quantity& quantity) {
  const ReadableScale scale = ScaleFor(quantity, number);
  const std::string text = ScaledText(number, scale);
  return scale.unit.empty() ? text : text + ' ' + scale.unit;
}

}  // namespace fdr::tools
