// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The arithmetic between two recorded values, as PCP does it: see docs/replay-semantics.md.

#pragma once

#include <cstdint>

namespace fdr {

/// Where between two stamps a time lies; seconds, relative to the start of what is replayed.
struct Between {
  double since_low = 0;  ///< t - t_low
  double span = 0;       ///< t_high - t_low
};

/// The value of a straight line through two values, in the arithmetic of each type: integers are
/// rounded by adding a half and cutting towards zero.  A value that does not fit is the smallest of
/// a signed type.  With `wraps`, an integer that decreases has run over its largest value.
std::int32_t Interpolate(std::int32_t low, std::int32_t high, Between at, bool wraps);
std::uint32_t Interpolate(std::uint32_t low, std::uint32_t high, Between at, bool wraps);
std::int64_t Interpolate(std::int64_t low, std::int64_t high, Between at, bool wraps);
std::uint64_t Interpolate(std::uint64_t low, std::uint64_t high, Between at, bool wraps);
float Interpolate(float low, float high, Between at, bool wraps);
double Interpolate(double low, double high, Between at, bool wraps);

}  // namespace fdr
