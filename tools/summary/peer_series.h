// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The statistics of one series as pmlogsummary computes them, observed with version 6.0.3.  They
// differ from those of replay/statistics/: docs/compatibility.md has the oddities.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "fdr/archive/base/timestamp.h"
#include "fdr/archive/base/value.h"
#include "fdr/replay/values/growth.h"

namespace fdr::tools {

/// The distance of two stamps in microseconds, all that the peer sees of them.
std::int64_t PeerMicros(Timestamp from, Timestamp to);
/// Microseconds in seconds, rounded as the peer does.
double PeerSeconds(std::int64_t micros);

struct PeerRules {
  Type type = Type::kDouble;
  Semantics semantics = Semantics::kInstant;
  double per_second = 1;  ///< of a counter of time: how many of its units are a second
  CounterRule counters = CounterRule::kReset;  ///< kReset or kPcpWrap
};

/// An extreme value.  If the metric is a counter, the time is that of the first value until another
/// rate is more extreme than the first one.
struct PeerExtreme {
  double value = 0;
  Timestamp stamp;
};

class PeerSeries {
 public:
  PeerSeries(const PeerRules& rules, std::size_t bins) : rules_(&rules), bins_(bins) {}

  /// A value.  A first pass over all values finds the extremes, a second one fills the bins.
  /// Values that are not numbers are passed over, if they are not the very first.
  void Take(Timestamp stamp, double value);
  void TakeAgain(Timestamp stamp, double value);
  /// A mark, in either pass.
  void Break(Timestamp stamp);
  /// The end of the window.
  void Finish(Timestamp stamp);
  /// Begins the second pass, if there are bins.
  void BeginAgain();

  bool is_counter() const { return rules_->semantics == Semantics::kCounter; }
  /// Whether there is a number: a counter needs two values.
  bool HasNumbers() const { return weighed_ > 0; }
  /// The number of values.
  std::uint64_t count() const { return count_; }
  /// All values; of a counter, its growth.
  double sum() const { return sum_; }
  /// All values have the same weight.
  double StochasticAverage() const { return weighed_sum_ / static_cast<double>(weighed_); }
  /// A value weighs as long as it lasts.
  double TimeAverage() const { return micros_ > 0 ? lasting_sum_ / Length(micros_) : 0; }
  double seconds() const { return PeerSeconds(micros_); }
  const PeerExtreme& min() const { return min_; }
  const PeerExtreme& max() const { return max_; }
  /// The upper bound of a bin.
  double BoundOf(std::size_t bin) const;
  const std::vector<std::uint64_t>& bins() const { return bins_; }

 private:
  // A number that a value stands for: itself, or a rate.
  struct Number {
    bool is_there = false;
    double value = 0;
    double growth = 0;        // what the sum grows by
    std::int64_t micros = 0;  // since the value before
  };

  // A time in the units of a counter of time, otherwise in seconds.
  double Length(std::int64_t micros) const { return PeerSeconds(micros) * rules_->per_second; }
  Number Step(Timestamp stamp, double value);
  void CarryOn(Timestamp stamp);
  double BinWidth() const;
  void Observe(Timestamp stamp, double value);

  const PeerRules* rules_;
  bool is_second_ = false;  // pass
  bool any_ = false;        // a value was taken in this pass
  bool marked_ = false;     // nothing is known between the last value and the next one
  Timestamp first_stamp_, last_stamp_;
  double last_ = 0;
  std::uint64_t count_ = 0;
  std::uint64_t weighed_ = 0;
  double sum_ = 0, weighed_sum_ = 0, lasting_sum_ = 0;
  std::int64_t micros_ = 0;  // the time with values
  PeerExtreme min_, max_;
  std::vector<std::uint64_t> bins_;
};

}  // namespace fdr::tools
