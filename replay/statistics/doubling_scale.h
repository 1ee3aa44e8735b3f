// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A scale on which equal factors are equal distances: docs/statistics.md says why.

#pragma once

#include <cmath>

namespace fdr {

/// This part of the largest magnitude is little, too.  So what comes from nothing has grown by six
/// doublings.
inline constexpr double kLittlePart = 1.0 / 64;

/// Doublings beyond what is little: about linear below it, and a logarithm above.
class DoublingScale {
 public:
  explicit DoublingScale(double little) : little_(little) {}

  double PlaceOf(double value) const {
    const double size = std::fabs(value), ratio = size / little_;
    const double place =
        std::isfinite(ratio) ? std::log2(1 + ratio) : std::log2(size) - std::log2(little_);
    return std::copysign(place, value);
  }

 private:
  double little_;  // more than 0
};

}  // namespace fdr
