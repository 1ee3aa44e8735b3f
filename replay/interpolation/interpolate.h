// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The arithmetic between two recorded values, as PCP does it: see docs/replay-semantics.md.

#pragma once

#include <cstdint>
#include <limits>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace fdr {

/// The place of a time t between two stamps, in seconds.
struct Between {
  double since_low = 0;  ///< t - t_low
  double span = 0;       ///< t_high - t_low
};

namespace interpolation {

// Converts a double that does not fit as an x86 processor does: PCP's answers depend on it.
#ifdef __SSE2__
inline std::int32_t ToInt32(double v) { return _mm_cvttsd_si32(_mm_set_sd(v)); }
inline std::int64_t ToInt64(double v) { return _mm_cvttsd_si64(_mm_set_sd(v)); }
#else
inline std::int32_t ToInt32(double v) {
  return v > -2147483649.0 && v < 2147483648.0 ? static_cast<std::int32_t>(v)
                                               : std::numeric_limits<std::int32_t>::min();
}
inline std::int64_t ToInt64(double v) {
  return v >= -9223372036854775808.0 && v < 9223372036854775808.0
             ? static_cast<std::int64_t>(v)
             : std::numeric_limits<std::int64_t>::min();
}
#endif
inline std::uint64_t ToUint64(double v) {
  constexpr double kHalf = 9223372036854775808.0;
  if (v < kHalf) return static_cast<std::uint64_t>(ToInt64(v));
  return static_cast<std::uint64_t>(ToInt64(v - kHalf)) ^ std::uint64_t{1} << 63;
}

// The order of the operations is part of the result.
inline double Line(double low, double difference, Between at) {
  return 0.5 + low + at.since_low * difference / at.span;
}

}  // namespace interpolation

/// The value of a counter that grew from `low` to `high`, perhaps by more than 2^31, or past its
/// largest value.
inline std::int32_t InterpolateGrowth(std::int32_t low, std::int32_t high, Between at) {
  const std::uint32_t growth = static_cast<std::uint32_t>(high) - static_cast<std::uint32_t>(low);
  return static_cast<std::int32_t>(
      static_cast<std::uint32_t>(interpolation::ToInt64(interpolation::Line(low, growth, at))));
}

/// The value of a straight line through two values, in the arithmetic of each type: integers are
/// rounded by adding a half and cutting towards zero.  A value that does not fit becomes the
/// smallest number of the signed type.  With `wraps`, an integer that decreases has wrapped past
/// its largest value.
inline std::int32_t Interpolate(std::int32_t low, std::int32_t high, Between at, bool wraps) {
  if (wraps && high < low) return InterpolateGrowth(low, high, at);
  const std::uint32_t difference =
      static_cast<std::uint32_t>(high) - static_cast<std::uint32_t>(low);
  return interpolation::ToInt32(
      interpolation::Line(low, static_cast<std::int32_t>(difference), at));
}

inline std::uint32_t Interpolate(std::uint32_t low, std::uint32_t high, Between at, bool wraps) {
  const std::int64_t difference = wraps ? high - low : std::int64_t{high} - std::int64_t{low};
  return static_cast<std::uint32_t>(
      interpolation::ToInt64(interpolation::Line(low, static_cast<double>(difference), at)));
}

inline std::int64_t Interpolate(std::int64_t low, std::int64_t high, Between at, bool) {
  const std::uint64_t difference =
      static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
  return interpolation::ToInt64(interpolation::Line(
      static_cast<double>(low), static_cast<double>(static_cast<std::int64_t>(difference)), at));
}

// PCP treats the values and their difference as signed, so a counter that wraps past 2^64 comes out
// right.
inline std::uint64_t Interpolate(std::uint64_t low, std::uint64_t high, Between at, bool wraps) {
  const std::uint64_t difference = high - low;
  const auto signed_low = static_cast<std::int64_t>(low);
  const bool wrapped = wraps && static_cast<std::int64_t>(high) < signed_low;
  return interpolation::ToUint64(
      interpolation::Line(static_cast<double>(signed_low),
                          wrapped ? static_cast<double>(difference)
                                  : static_cast<double>(static_cast<std::int64_t>(difference)),
                          at));
}

inline float Interpolate(float low, float high, Between at, bool) {
  return static_cast<float>(static_cast<double>(low) +
                            at.since_low * static_cast<double>(high - low) / at.span);
}

inline double Interpolate(double low, double high, Between at, bool) {
  return low + at.since_low * (high - low) / at.span;
}

}  // namespace fdr
