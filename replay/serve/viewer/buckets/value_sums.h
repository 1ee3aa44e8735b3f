// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A summary of some successive values of a series: extremes, mean, count.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "fdr/replay/serve/viewer/buckets/nanos.h"

namespace fdr {

struct ValueSums {
  static constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
  // Factors of sums.  With them, no sum of finite numbers is too large for a number.
  static constexpr double kPerCount = 0x1p-32, kPerNano = 0x1p-64;

  double min = kNone, max = kNone, last = kNone;
  double sum = 0;   ///< of the values, times kPerCount
  double held = 0;  ///< the time in which a value holds, times kPerNano
  double area = 0;  ///< the sum of values, each times its part of `held`
  std::uint64_t count = 0;

  void AddValue(double value) {
    if (count == 0) {
      min = max = value;
    } else {
      min = std::min(min, value);
      max = std::max(max, value);
    }
    last = value;
    sum += value * kPerCount;
    ++count;
  }
  void AddHold(Nanos duration, double value) {
    const double part = static_cast<double>(duration) * kPerNano;
    held += part;
    area += value * part;
  }
  /// Adds those of later values.
  void Append(const ValueSums& later) {
    held += later.held;
    area += later.area;
    if (later.count == 0) return;
    min = count == 0 ? later.min : std::min(min, later.min);
    max = count == 0 ? later.max : std::max(max, later.max);
    last = later.last;
    sum += later.sum;
    count += later.count;
  }
  /// Its extremes are some of these values, too; and the mean, if it has no value of its own.
  void Widen(const ValueSums& extremes) {
    if (extremes.count == 0) return;
    const double own = count == 0 ? Mean() : kNone;
    min = std::fmin(std::fmin(min, own), extremes.min);
    max = std::fmax(std::fmax(max, own), extremes.max);
  }

  /// The mean over the time in which a value holds.  If the values hold for no time, their plain
  /// mean.  NaN without any.
  double Mean() const {
    if (held > 0) return area / held;
    return count > 0 ? sum / kPerCount / static_cast<double>(count) : kNone;
  }
  bool IsEmpty() const { return count == 0 && !(held > 0); }
};

}  // namespace fdr
