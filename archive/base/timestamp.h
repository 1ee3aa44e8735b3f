// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A point in time, as archives record it.

#pragma once

#include <algorithm>
#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>

namespace fdr {

// 64 bits, as their products need.
inline constexpr std::int64_t kNanosPerSecond = 1'000'000'000;
inline constexpr std::int64_t kNanosPerMillisecond = 1'000'000;

/// Seconds and nanoseconds since the Epoch.  Two stamps are ordered by time if both are Valid().  A
/// stamp decoded from a damaged file need not be.
struct Timestamp {
  std::int64_t sec = 0;
  std::int32_t nsec = 0;

  friend constexpr auto operator<=>(const Timestamp&, const Timestamp&) = default;

  constexpr bool Valid() const { return sec >= 0 && nsec >= 0 && nsec < kNanosPerSecond; }

  /// The stamp `nanos` later (or, negative, earlier), normalised.  Stops at the ends of time.
  constexpr Timestamp Plus(std::int64_t nanos) const {
    using Seconds = std::numeric_limits<std::int64_t>;
    std::int64_t seconds = nanos / kNanosPerSecond;
    std::int64_t n = nsec + nanos % kNanosPerSecond;
    if (n < 0) {
      n += kNanosPerSecond;
      --seconds;
    } else if (n >= kNanosPerSecond) {
      n -= kNanosPerSecond;
      ++seconds;
    }
    if (seconds > 0 && sec > Seconds::max() - seconds) return {Seconds::max(), kNanosPerSecond - 1};
    if (seconds < 0 && sec < Seconds::min() - seconds) return {Seconds::min(), 0};
    return {sec + seconds, static_cast<std::int32_t>(n)};
  }
};

/// The distance b - a in seconds.
constexpr double SecondsBetween(const Timestamp& a, const Timestamp& b) {
  // Doubles, because absurd stamps would overflow integers.  For all sane stamps the difference of
  // seconds is still exact.
  return (static_cast<double>(b.sec) - static_cast<double>(a.sec)) +
         (static_cast<double>(b.nsec) - static_cast<double>(a.nsec)) / kNanosPerSecond;
}

/// The stamp that lies `seconds` later, or earlier if they are negative: at most three centuries.
inline Timestamp PlusSeconds(const Timestamp& t, double seconds) {
  constexpr double kFarthest = 9e18;  // of nanoseconds in 64 bits
  return t.Plus(std::llround(std::clamp(seconds * kNanosPerSecond, -kFarthest, kFarthest)));
}

}  // namespace fdr
