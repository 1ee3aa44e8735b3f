// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// For how long a value of a process holds, if no later one is recorded.

#pragma once

#include <algorithm>
#include <array>
#include <optional>

namespace fdr::why {

class Hold {
 public:
  /// A record of the metric, at this second.
  void Take(double at) {
    if (last_) distances_ = {distances_[1], at - *last_};
    last_ = at;
  }
  /// A sample and half of another one, and ten seconds at least.  Recorders write earlier values
  /// right behind a sample, so the larger one of two distances is that of samples.
  double seconds() const {
    constexpr double kLeast = 10, kSamples = 1.5;
    return std::max(kLeast, kSamples * std::max(distances_[0], distances_[1]));
  }

 private:
  std::optional<double> last_;
  std::array<double, 2> distances_ = {};
};

}  // namespace fdr::why
