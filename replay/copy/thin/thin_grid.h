// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The times at which a thinned archive has its records.
//
//   origin 0, interval 10     ...(-10, 0] (0, 10] (10, 20]...    an interval has its end, not its
//   start

#pragma once

#include <cstdint>

#include "fdr/archive/base/timestamp.h"

namespace fdr {

/// A century, so that sums of a few intervals are nanoseconds in 64 bits.
inline constexpr std::int64_t kLongestThinInterval =
    std::int64_t{36525} * 24 * 3600 * kNanosPerSecond;

/// A time of the input, and its place on the grid.
struct GridTime {
  Timestamp at;
  Timestamp start;  ///< of the interval that has it, and does not have its start
  Timestamp end;    ///< the same
  Timestamp limit;  ///< a later sample is behind a hole
};

class ThinGrid {
 public:
  /// From 1 nanosecond to kLongestThinInterval.
  explicit ThinGrid(std::int64_t interval) : interval_(interval) {}

  /// Call before Place().
  void SetOrigin(Timestamp origin) { origin_ = origin; }
  std::int64_t interval() const { return interval_; }

  /// Quick for ascending times.
  GridTime Place(Timestamp at);

 private:
  Timestamp EndOf(Timestamp at) const;

  std::int64_t interval_;
  Timestamp origin_;
  Timestamp from_, end_;  // the last interval that was asked for
};

/// The distance b - a of times that are a few intervals apart.
inline std::int64_t NanosBetween(Timestamp a, Timestamp b) {
  return (b.sec - a.sec) * kNanosPerSecond + (b.nsec - a.nsec);
}

/// The way from a sample to the next one.
struct GridStep {
  bool is_one_sample = false;  ///< so close that the two are one
  bool is_hole = false;
  bool ends_interval = false;
  double seconds = 0;
  double in_old_interval = 0, in_new_interval = 0;  ///< parts of `seconds` if an interval ends
};

/// The steps to one time.  Mostly all metrics come from the same one, so that is computed once.
class GridSteps {
 public:
  void MoveTo(const GridTime& to) {
    to_ = to;
    has_step_ = false;
  }
  const GridTime& to() const { return to_; }
  /// From an earlier time on the same grid, or from the same.
  const GridStep& From(const GridTime& last) {
    if (!has_step_ || last.at != from_) Compute(last);
    return step_;
  }

 private:
  void Compute(const GridTime& last);

  GridTime to_;
  bool has_step_ = false;
  Timestamp from_;
  GridStep step_;
};

}  // namespace fdr
