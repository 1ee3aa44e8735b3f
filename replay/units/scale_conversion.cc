// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/units/scale_conversion.h"

#include <array>
#include <limits>
#include <optional>

#include "fdr/replay/units/same_dimensions.h"

namespace fdr {
namespace {

constexpr int kMbyte = 2, kEbyte = 6;  // scales of space
constexpr std::array<std::uint64_t, 6> kTimes = {1'000'000'000, 1'000'000, 1'000, 1, 60, 3600};

Units AsCount(Units units) {
  if (units.IsDimensionless()) units.dim_count = 1;
  return units;
}

// The power of ten of an extra scale of PCP 7.2.  Scales of temperature have no ratio.
std::optional<int> PowerOf(const Units& units) {
  constexpr int kPower = 4, kVoltage = 2;
  const int unit = units.extra_unit < 0 ? -units.extra_unit : units.extra_unit;
  const int scale = units.extra_scale;
  if (unit < kVoltage || unit > kPower || scale == 0) return std::nullopt;
  if (scale > (unit == kPower ? 4 : 3)) return std::nullopt;
  return 3 * ((unit == kPower ? 2 : 1) - scale);  // kW, W, mW, uW; V, mV, uV
}

}  // namespace

void ScaleRatio::Multiply(std::uint64_t factor, int power) {
  std::uint64_t& side = power > 0 ? multiplier_ : divisor_;
  for (int i = power < 0 ? -power : power; i > 0; --i) {
    has_wrapped_ |= side > std::numeric_limits<std::int64_t>::max() / factor;
    side *= factor;
  }
}

// Multiplies by the factor from `scale` to a middle scale: Mbyte, second, one.
void ScaleRatio::FromSpace(int scale, int power) { Multiply(1024, (scale - kMbyte) * power); }
void ScaleRatio::FromTime(int scale, int power) {
  const std::uint64_t factor = kTimes[static_cast<std::size_t>(scale)];
  Multiply(factor, scale < kSecondScale ? -power : power);
}

// Reduces the ratio to one factor if the division has no remainder.
void ScaleRatio::Reduce() {
  const auto by = static_cast<std::int64_t>(divisor_);
  if (by == -1) {
    multiplier_ = -multiplier_;  // the lowest number / -1 would overflow
  } else {
    const auto number = static_cast<std::int64_t>(multiplier_);
    if (number % by != 0) return;
    multiplier_ = static_cast<std::uint64_t>(number / by);
  }
  divisor_ = 1;
}

tl::expected<ScaleRatio, ScaleRatio::Trouble> ScaleRatio::Between(Units from, Units to) {
  from = AsCount(from);
  to = AsCount(to);
  if (!KeepDimensions(from, to)) return tl::unexpected(Trouble::kDimension);
  ScaleRatio ratio;
  if (from.extra_scale != to.extra_scale) {
    const auto power = PowerOf(from), wanted = PowerOf(to);
    if (!power || !wanted) return tl::unexpected(Trouble::kDimension);
    ratio.Multiply(10, from.extra_unit < 0 ? *wanted - *power : *power - *wanted);
  }
  if (from.dim_space != 0) {
    if (from.scale_space > kEbyte || to.scale_space > kEbyte)
      return tl::unexpected(Trouble::kScale);
    ratio.FromSpace(from.scale_space, from.dim_space);
    ratio.FromSpace(to.scale_space, -from.dim_space);
  }
  if (from.dim_time != 0) {
    if (from.scale_time > kHourScale || to.scale_time > kHourScale)
      return tl::unexpected(Trouble::kScale);
    ratio.FromTime(from.scale_time, from.dim_time);
    ratio.FromTime(to.scale_time, -from.dim_time);
  }
  ratio.FromCount(from.scale_count, from.dim_count);
  ratio.FromCount(to.scale_count, -from.dim_count);
  // The ratio has wrapped, so it does not exist.  (PCP crashes.)
  if (ratio.divisor_ == 0) return tl::unexpected(Trouble::kDimension);
  ratio.Reduce();
  return ratio;
}

}  // namespace fdr
