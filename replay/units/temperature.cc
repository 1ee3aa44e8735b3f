// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/units/temperature.h"

namespace fdr {
namespace {

constexpr int kTemperature = 1;
enum Scale : std::uint8_t { kCelsius = 1, kFahrenheit, kKelvin };
constexpr double kZeroCelsius = 273.15;  // K

bool IsTemperature(const Units& units) {
  return units.IsDimensionless() && units.scale_count == 0 && units.extra_unit == kTemperature &&
         units.extra_scale >= kCelsius && units.extra_scale <= kKelvin;
}

double ToCelsius(double value, int scale) {
  if (scale == kFahrenheit) return (value - 32) / 1.8;
  return scale == kKelvin ? value - kZeroCelsius : value;
}

}  // namespace

bool AreTemperatures(const Units& from, const Units& to) {
  return IsTemperature(from) && IsTemperature(to);
}

double ConvertTemperature(double value, const Units& from, const Units& to) {
  if (from.extra_scale == to.extra_scale) return value;
  const double celsius = ToCelsius(value, from.extra_scale);
  if (to.extra_scale == kFahrenheit) return celsius * 1.8 + 32;
  return to.extra_scale == kKelvin ? celsius + kZeroCelsius : celsius;
}

}  // namespace fdr
