// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Times as one number.

#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "fdr/archive/base/timestamp.h"

namespace fdr {

/// Nanoseconds since 1970.  Stamps before 1827 and after 2112 become kFirstNanos or kLastNanos, so
/// that the difference of two times is one, too.
using Nanos = std::int64_t;
inline constexpr std::int64_t kMostSeconds = 4'500'000'000;
inline constexpr Nanos kFirstNanos = -kMostSeconds * kNanosPerSecond;
inline constexpr Nanos kLastNanos = kMostSeconds * kNanosPerSecond;

constexpr Nanos NanosOf(Timestamp stamp) {
  return std::clamp(stamp.sec, -kMostSeconds, kMostSeconds - 1) * kNanosPerSecond + stamp.nsec;
}

constexpr Timestamp StampAt(Nanos at) { return Timestamp{}.Plus(at); }

}  // namespace fdr
