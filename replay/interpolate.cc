// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/interpolate.h"

#include <limits>

namespace fdr {
namespace {

// What an x86 processor makes of a double that does not fit: PCP's answers depend on it.
std::int32_t ToInt32(double v) {
  return v > -2147483649.0 && v < 2147483648.0 ? static_cast<std::int32_t>(v)
                                               : std::numeric_limits<std::int32_t>::min();
}
std::int64_t ToInt64(double v) {
  return v >= -9223372036854775808.0 && v < 9223372036854775808.0
             ? static_cast<std::int64_t>(v)
             : std::numeric_limits<std::int64_t>::min();
}
std::uint64_t ToUint64(double v) {
  constexpr double kHalf = 9223372036854775808.0;
  if (v < kHalf) return static_cast<std::uint64_t>(ToInt64(v));
  return static_cast<std::uint64_t>(ToInt64(v - kHalf)) ^ std::uint64_t{1} << 63;
}

// The order of the operations is part of the result.
double Line(double low, double difference, Between at) {
  return 0.5 + low + at.since_low * difference / at.span;
}

}  // namespace

std::int32_t Interpolate(std::int32_t low, std::int32_t high, Between at, bool wraps) {
  const std::uint32_t difference =
      static_cast<std::uint32_t>(high) - static_cast<std::uint32_t>(low);
  if (wraps && high < low)
    return static_cast<std::int32_t>(
        static_cast<std::uint32_t>(ToInt64(Line(low, difference, at))));
  return ToInt32(Line(low, static_cast<std::int32_t>(difference), at));
}

std::uint32_t Interpolate(std::uint32_t low, std::uint32_t high, Between at, bool wraps) {
  if (high >= low || wraps) return static_cast<std::uint32_t>(ToInt64(Line(low, high - low, at)));
  return static_cast<std::uint32_t>(ToInt64(Line(low, -static_cast<double>(low - high), at)));
}

std::int64_t Interpolate(std::int64_t low, std::int64_t high, Between at, bool) {
  const std::uint64_t difference =
      static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  return ToInt64(Line(static_cast<double>(low),
                      static_cast<double>(static_cast<std::int64_t>(difference)), at));
}

// PCP takes the values and their difference for signed ones, which makes a run over 2^64 come out
// right.
std::uint64_t Interpolate(std::uint64_t low, std::uint64_t high, Between at, bool wraps) {
  const std::uint64_t difference = high - low;
  const auto signed_low = static_cast<std::int64_t>(low);
  const bool wrapped = wraps && static_cast<std::int64_t>(high) < signed_low;
  return ToUint64(Line(static_cast<double>(signed_low),
                       wrapped ? static_cast<double>(difference)
                               : static_cast<double>(static_cast<std::int64_t>(difference)),
                       at));
}

float Interpolate(float low, float high, Between at, bool) {
  return static_cast<float>(static_cast<double>(low) +
                            at.since_low * static_cast<double>(high - low) / at.span);
}

double Interpolate(double low, double high, Between at, bool) {
  return low + at.since_low * (high - low) / at.span;
}

}  // namespace fdr
