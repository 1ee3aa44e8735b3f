// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How long things took: counts of durations in bins, from which come percentiles.

#pragma once

#include <cstdint>
#include <vector>

namespace fdr {

/// Each power of two has 32 bins of equal width.  Only bins with a count take memory, 8 bytes each,
/// and there are 1601 at most.
class LatencyHistogram {
 public:
  /// A percentile differs from the exact one by this part of it, at most: for durations from 1 ns
  /// to 12 days.  Shorter ones are 0.
  static constexpr double kRelativeError = 1.0 / 64;

  void Add(double seconds);
  void Add(const LatencyHistogram& more);
  void Clear() { bins_.clear(); }
  bool IsEmpty() const { return bins_.empty(); }

  /// The duration that at least this share of all durations, from 0 to 1, does not exceed.  0 if
  /// the histogram is empty.
  double Quantile(double share) const;

 private:
  struct Bin {
    std::uint16_t place;
    std::uint32_t count;  // stays at its largest value
  };

  std::vector<Bin> bins_;  // by place
};

}  // namespace fdr
