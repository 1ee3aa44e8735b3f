// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Stretches of time in which a condition is true, instance by instance:
//
//   condition   -  1  1  1  0  1  |  1       |: recording was interrupted
//   time       10 20 30 40 50 60    70
//   stretches      20 - 40     60    70
//
// A stretch reaches from the first sample in which the condition is true to the last one.  A sample
// in which it is false or unknown ends the stretch, and so does an interruption.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <unordered_map>
#include <vector>

#include "fdr/replay/search/condition_watch.h"
#include "fdr/replay/search/stretch_order.h"

namespace fdr {

/// Borrows the condition.
class StretchFinder {
 public:
  /// Leaves out stretches that are shorter than `shortest` nanoseconds.
  StretchFinder(const Condition& condition, std::int64_t shortest, OnStretch on_stretch);

  /// The next sample.
  void Add(const ConditionWatch& watch);
  /// Ends all stretches: an interruption, or the end.
  void End(StretchEnd why);

  /// Number of samples for which the condition was true or false for any instance.
  std::uint64_t samples() const { return samples_; }
  /// The length in seconds of the longest stretch that was left out, if any was.
  std::optional<double> longest_left_out() const { return longest_left_out_; }
  /// The most extreme values of any instance in all samples, by term.
  const std::vector<std::optional<StretchExtreme>>& extremes() const { return extremes_; }

 private:
  struct Open {
    Stretch stretch;
    std::uint64_t seen = 0;  // the number of the last sample
  };

  void Note(const ConditionWatch& watch);
  void Extend(InstanceId instance, const ConditionWatch& watch);
  void Close(Open& open, StretchEnd why);

  const Condition& condition_;
  std::int64_t shortest_;
  std::unordered_map<InstanceId, Open> open_;
  StretchOrder order_;
  std::vector<InstanceFinder> finders_;  // by term
  std::uint64_t takes_ = 0, samples_ = 0;
  std::optional<double> longest_left_out_;
  std::vector<std::optional<StretchExtreme>> extremes_;
};

}  // namespace fdr
