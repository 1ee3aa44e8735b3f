// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/text/human_units.h"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <string_view>

namespace fdr::tools {
namespace {

constexpr std::array kSeconds = {1e-9, 1e-6, 1e-3, 1.0, 60.0, 3600.0};

struct Step {
  double size;
  std::string_view text;
};

// The largest step that is not larger than the magnitude; the smallest one if all are.
template <std::size_t n>
HumanUnits Scaled(double factor, double magnitude, const std::array<Step, n>& steps) {
  std::size_t i = 0;
  while (i + 1 < n && std::fabs(magnitude * factor) >= steps[i + 1].size) ++i;
  return {factor / steps[i].size, std::string(steps[i].text)};
}

HumanUnits Bytes(double factor, double magnitude) {
  constexpr std::array<Step, 7> kSteps = {{{1, "B"},
                                           {0x1p10, "KiB"},
                                           {0x1p20, "MiB"},
                                           {0x1p30, "GiB"},
                                           {0x1p40, "TiB"},
                                           {0x1p50, "PiB"},
                                           {0x1p60, "EiB"}}};
  return Scaled(factor, magnitude, kSteps);
}

HumanUnits Times(double factor, double magnitude) {
  constexpr std::array<Step, 7> kSteps = {{{1e-9, "ns"},
                                           {1e-6, "us"},
                                           {1e-3, "ms"},
                                           {1, "s"},
                                           {600, "min"},
                                           {3 * 3600, "h"},
                                           {3 * 86400, "d"}}};
  HumanUnits chosen = Scaled(factor, magnitude, kSteps);
  // Minutes, hours and days begin where there are several.
  if (chosen.text == "min") chosen.factor = factor / 60;
  if (chosen.text == "h") chosen.factor = factor / 3600;
  if (chosen.text == "d") chosen.factor = factor / 86400;
  return chosen;
}

HumanUnits Counts(double factor, double magnitude) {
  // People read 12345 more easily than 12.3 k.
  constexpr double kLongest = 1e5;
  if (std::fabs(magnitude * factor) < kLongest) return {factor, ""};
  constexpr std::array<Step, 5> kSteps = {
      {{1e3, "k"}, {1e6, "M"}, {1e9, "G"}, {1e12, "T"}, {1e15, "P"}}};
  return Scaled(factor, magnitude, kSteps);
}

}  // namespace

HumanUnits ChooseHumanUnits(const Units& units, bool is_rate, double magnitude) {
  const bool is_time = units.dim_time == 1 && units.dim_space == 0 && units.dim_count == 0;
  if (is_rate && is_time) return {100, "%"};
  double factor = 1;
  bool per_second = is_rate && units.dim_time == 0;
  // A metric may be a rate by itself.
  if (!is_rate && units.dim_time == -1 && units.scale_time < kSeconds.size()) {
    factor = 1 / kSeconds[units.scale_time];
    per_second = true;
  }
  const std::string suffix = per_second ? "/s" : "";
  const bool has_time = units.dim_time != 0 && !per_second;
  HumanUnits chosen;
  if (units.extra_unit != 0 || (has_time && !is_time) || units.scale_space > 6) {
    chosen.text = ToString(units);
    if (is_rate) chosen.text += " / sec";
    return chosen;
  }
  if (is_time && units.scale_time < kSeconds.size()) {
    chosen = Times(kSeconds[units.scale_time], magnitude);
  } else if (units.dim_space == 1 && units.dim_count == 0 && !has_time) {
    chosen = Bytes(factor * std::pow(1024.0, units.scale_space), magnitude);
  } else if (units.dim_space == 0 && (units.dim_count == 1 || units.dim_count == 0) && !has_time) {
    chosen = Counts(factor * std::pow(10.0, units.scale_count), magnitude);
  } else {
    return {1, ToString(units)};
  }
  chosen.text += suffix;
  return chosen;
}

std::string HumanNumber(double number) {
  const double size = std::fabs(number);
  if (size == 0) return "0";
  if (size >= 1e7 || size < 1e-4) return fmt::format("{:.1e}", number);
  if (size >= 99.95 || (number == std::floor(number))) return fmt::format("{:.0f}", number);
  if (size >= 9.995) return fmt::format("{:.1f}", number);
  if (size >= 0.995) return fmt::format("{:.2f}", number);
  if (size >= 0.0995) return fmt::format("{:.3f}", number);
  return fmt::format("{:.4f}", number);
}

}  // namespace fdr::tools
