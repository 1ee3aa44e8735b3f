// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Turns the recorded sets of a metric into events of its series.  docs/viewer-protocol.md says
// which values are connected.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "fdr/archive/base/value.h"
#include "fdr/archive/record/result_record.h"
#include "fdr/replay/interpolation/number_reader.h"
#include "fdr/replay/serve/viewer/buckets/held_values.h"

namespace fdr {

/// How the values of a metric become numbers.
struct ValueRules {
  Type type = Type::kDouble;
  ValueKind kind = ValueKind::kLevel;
  double scale = 1;  ///< of rates
  bool is_singular = false;
};

/// `raw`: a counter is not turned into a rate.
ValueRules ValueRulesOf(const Desc& desc, bool raw);

/// The rate of a counter between two of its values, with the bits of FetchedValue.  Nothing if the
/// counter was reset (kOwnCounterRule), or if no time lies between.
std::optional<double> RateBetween(const ValueRules& rules, Nanos before_at, std::uint64_t before,
                                  Nanos at, std::uint64_t bits);

/// Takes sets and gaps in the order of time.  One thread at a time.
class MetricEvents {
 public:
  using Series = std::uint32_t;

  explicit MetricEvents(const ValueRules& rules) : rules_(rules), shape_(rules.type) {}

  /// Calls `sink(series, event)` for each number of the set; of several numbers of one instance,
  /// for the first; not for counters that are passed over (rate_span.h).  Series count from 0, in
  /// the order in which they appear.
  template <class Sink>
  void Take(Nanos at, const ValueSet& set, Sink&& sink) {
    Read(set);
    if (numbers_.empty()) return;
    CountSample(at);
    ++sets_;
    for (const Number& number : numbers_)
      if (const auto event = EventOf(number, at)) sink(number.series, *event);
  }
  /// Nothing is connected across the gap.  Ends the discrete values that hold up to it.
  template <class Sink>
  void TakeGap(Nanos at, Sink&& sink) {
    if (rules_.kind == ValueKind::kDiscrete)
      for (Series series = 0; series < last_.size(); ++series)
        if (Holds(series) && at > last_[series].at) sink(series, EndAt(at));
    ++segment_;
    sample_at_.reset();
  }

  const ValueRules& rules() const { return rules_; }
  /// By series.
  std::span<const InstanceId> instances() const { return instances_; }
  /// The first record of the last sample since a gap.
  std::optional<Nanos> sample_at() const { return sample_at_; }
  /// Whether the last value of the series holds on: it is discrete, and its instance is not gone.
  bool Holds(Series series) const {
    return rules_.kind == ValueKind::kDiscrete && last_[series].segment == segment_ &&
           last_[series].sample == sample_;
  }
  static SeriesEvent EndAt(Nanos at) { return {at, ValueSums::kNone, true}; }

 private:
  struct Number {
    Series series = 0;
    std::uint64_t bits = 0;
  };
  struct Last {
    Nanos at = 0;
    std::uint64_t bits = 0;
    std::uint64_t sample = 0;
    std::uint64_t segment = 0;  // 0: there is none
    std::uint64_t set = 0;      // in which it was
  };

  void Read(const ValueSet& set);
  void ReadOneByOne(const ValueSet& set, const NumberReader& reader);
  Series SeriesOf(InstanceId instance);
  void CountSample(Nanos at);
  std::optional<SeriesEvent> EventOf(const Number& number, Nanos at);

  ValueRules rules_;
  NumberShape shape_;
  std::vector<InstanceId> instances_;
  std::vector<Last> last_;
  std::unordered_map<InstanceId, Series> places_;
  // The instances of the last set, and their series: mostly the next set has the same.
  std::vector<InstanceId> order_;
  std::vector<Number> numbers_;
  std::vector<std::uint64_t> bits_;
  std::uint64_t sample_ = 0;
  std::uint64_t segment_ = 1;
  std::uint64_t sets_ = 0;
  std::optional<Nanos> sample_at_;
};

}  // namespace fdr
