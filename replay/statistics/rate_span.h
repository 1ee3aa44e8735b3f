// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How far apart two values of a counter have to be to give a rate.  docs/statistics.md has the
// reason.
//
//   time       0      10      10.015   20
//   counter    100    200     260      300
//   rate              10      .        10      from 10 to 20: the value at 10.015 is passed over

#pragma once

#include <cstdint>

namespace fdr {

/// A value of a counter that comes sooner behind the last one that counted is passed over.
inline constexpr std::int64_t kLeastRateSpan = 50'000'000;  // nanoseconds

/// Times in nanoseconds.
inline bool GiveRate(std::int64_t before, std::int64_t at) { return at - before >= kLeastRateSpan; }

/// The way back from a value to one that certainly counts ends here, too.  Values may follow each
/// other sooner than the least span all the time.
inline bool AreManyRateSpans(std::int64_t before, std::int64_t at) {
  constexpr int kMany = 20;
  return at - before >= kMany * kLeastRateSpan;
}

}  // namespace fdr
