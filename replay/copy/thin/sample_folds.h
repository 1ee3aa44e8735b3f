// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The smallest, the largest and the mean value of each instance of a metric in an interval.
//
//   value       3 - - - 9 - 5 - - - 1             a value holds until the next
//   interval        |---------------|             min 3, max 9; 3 held at its start, 1 at no time

#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "fdr/archive/base/ids.h"
#include "fdr/archive/base/value.h"

namespace fdr {

enum class Statistic : std::uint8_t { kMin, kMax, kMean };

/// The values of one instance in an interval.  Numbers that are infinite or undefined are passed
/// over.
struct SampleFold {
  bool is_observed = false;  ///< in the interval
  bool has_range = false;
  std::uint64_t min = 0, max = 0;  ///< bits
  double sum = 0;                  ///< of values by seconds
  double seconds = 0;
  double last = std::numeric_limits<double>::quiet_NaN();

  /// Bits: of the type, and a mean of kDouble.  Nothing without a number in the interval.
  std::optional<std::uint64_t> Value(Statistic statistic) const;
};

/// Instances have the places that they have in the samples of the metric.
class SampleFolds {
 public:
  explicit SampleFolds(Type type) : type_(type) {}

  /// The last sample held for so long; of it, those instances that have a place in the next one.
  /// `places` is empty if all have.
  void Hold(std::span<const std::uint64_t> last, std::span<const std::uint32_t> places,
            double seconds);
  /// A sample of the interval.  It stands for the `seconds` before it.
  void Observe(std::span<const std::uint64_t> sample, double seconds = 0);
  /// The next sample has other instances, `count` of them.  Those without a place have gone.
  void Move(std::span<const InstanceId> last, std::span<const std::uint32_t> places,
            std::span<const InstanceId> next);

  std::span<const SampleFold> folds() const { return folds_; }
  /// In the interval.
  const std::map<InstanceId, SampleFold>& gone() const { return gone_; }
  /// Another interval begins.
  void Reset();
  void Forget();

 private:
  template <class T>
  static void Include(std::uint64_t bits, double seconds, SampleFold& fold);

  Type type_;
  std::vector<SampleFold> folds_;
  std::map<InstanceId, SampleFold> gone_;
};

}  // namespace fdr
