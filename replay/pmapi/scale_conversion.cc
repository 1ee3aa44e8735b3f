// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// pmConvScale: numbers from one unit to another of the same dimension.

#include <pcp/pmapi.h>

#include <array>
#include <cstdint>
#include <optional>

#include "fdr/replay/pmapi/peer_version.h"
#include "fdr/replay/pmapi/units_word.h"

using fdr::Units;
using fdr::pmapi::FromC;

namespace {

// The peer multiplies and divides by 64-bit integers that wrap; so do we, with unsigned ones where
// signed ones must not.
struct Ratio {
  std::uint64_t multiplier = 1, divisor = 1;

  void Multiply(std::uint64_t factor, int power) {
    std::uint64_t& side = power > 0 ? multiplier : divisor;
    for (int i = power < 0 ? -power : power; i > 0; --i) side *= factor;
  }
  void Divide(std::uint64_t factor, int power) { Multiply(factor, -power); }

  // To one factor, where there is no rest.
  void Reduce() {
    const auto by = static_cast<std::int64_t>(divisor);
    if (by == -1) {
      multiplier = -multiplier;  // of the lowest number, / would overflow
    } else {
      const auto number = static_cast<std::int64_t>(multiplier);
      if (number % by != 0) return;
      multiplier = static_cast<std::uint64_t>(number / by);
    }
    divisor = 1;
  }
};

constexpr int kMbyte = PM_SPACE_MBYTE;
constexpr std::array<std::uint64_t, 6> kTimes = {1'000'000'000, 1'000'000, 1'000, 1, 60, 3600};

// From `scale` to a middle one: Mbyte, second, one.
void FromSpace(int scale, int power, Ratio& ratio) {
  ratio.Multiply(1024, (scale - kMbyte) * power);
}
void FromTime(int scale, int power, Ratio& ratio) {
  const std::uint64_t factor = kTimes[static_cast<std::size_t>(scale)];
  ratio.Multiply(factor, scale < PM_TIME_SEC ? -power : power);
}
void FromCount(int scale, int power, Ratio& ratio) { ratio.Multiply(10, scale * power); }

// A plain number counts something.
Units AsCount(Units units) {
  if (units.IsDimensionless()) units.dim_count = 1;
  return units;
}

int FindRatio(const Units& from, const Units& to, Ratio& ratio) {
  if (from.dim_space != to.dim_space || from.dim_time != to.dim_time ||
      from.dim_count != to.dim_count)
    return PM_ERR_CONV;
  if (fdr::pmapi::SpeaksVersion7() &&
      (from.extra_unit != to.extra_unit || from.extra_scale != to.extra_scale))
    return PM_ERR_CONV;
  if (from.dim_space != 0) {
    if (from.scale_space > PM_SPACE_EBYTE || to.scale_space > PM_SPACE_EBYTE) return PM_ERR_UNIT;
    FromSpace(from.scale_space, from.dim_space, ratio);
    FromSpace(to.scale_space, -from.dim_space, ratio);
  }
  if (from.dim_time != 0) {
    if (from.scale_time > PM_TIME_HOUR || to.scale_time > PM_TIME_HOUR) return PM_ERR_UNIT;
    FromTime(from.scale_time, from.dim_time, ratio);
    FromTime(to.scale_time, -from.dim_time, ratio);
  }
  FromCount(from.scale_count, from.dim_count, ratio);
  FromCount(to.scale_count, -from.dim_count, ratio);
  // Wrapped: there is no such ratio.  (The peer dies.)
  if (ratio.divisor == 0) return PM_ERR_CONV;
  ratio.Reduce();
  return 0;
}

std::int64_t ScaleSigned(std::int64_t number, const Ratio& ratio) {
  const auto divisor = static_cast<std::int64_t>(ratio.divisor);
  const std::uint64_t product = static_cast<std::uint64_t>(number) * ratio.multiplier;
  return static_cast<std::int64_t>(product + static_cast<std::uint64_t>(divisor / 2)) / divisor;
}

std::uint64_t ScaleUnsigned(std::uint64_t number, const Ratio& ratio) {
  const auto half = static_cast<std::uint64_t>(static_cast<std::int64_t>(ratio.divisor) / 2);
  return (number * ratio.multiplier + half) / ratio.divisor;
}

template <class Real>
Real ScaleReal(Real number, const Ratio& ratio) {
  return number * (static_cast<Real>(static_cast<std::int64_t>(ratio.multiplier)) /
                   static_cast<Real>(static_cast<std::int64_t>(ratio.divisor)));
}

}  // namespace

int pmConvScale(int type, const pmAtomValue* ival, const pmUnits* iunit, pmAtomValue* oval,
                const pmUnits* ounit) {
  Ratio ratio;
  const int sts = FindRatio(AsCount(FromC(*iunit)), AsCount(FromC(*ounit)), ratio);
  if (sts < 0) return sts;
  switch (type) {
    case PM_TYPE_32:
      oval->l = static_cast<std::int32_t>(ScaleSigned(ival->l, ratio));
      return 0;
    case PM_TYPE_U32:
      oval->ul = static_cast<std::uint32_t>(ScaleSigned(ival->ul, ratio));
      return 0;
    case PM_TYPE_64:
      oval->ll = ScaleSigned(ival->ll, ratio);
      return 0;
    case PM_TYPE_U64:
      oval->ull = ScaleUnsigned(ival->ull, ratio);
      return 0;
    case PM_TYPE_FLOAT:
      oval->f = ScaleReal(ival->f, ratio);
      return 0;
    case PM_TYPE_DOUBLE:
      oval->d = ScaleReal(ival->d, ratio);
      return 0;
    default:
      return PM_ERR_CONV;
  }
}
