// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The samples of a metric with numbers, thinned.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "fdr/archive/base/value.h"
#include "fdr/replay/copy/thin/sample_folds.h"
#include "fdr/replay/copy/thin/thinned_metric.h"
#include "fdr/replay/interpolation/number_reader.h"

namespace fdr {

/// A metric that has a statistic of another one in each interval.
struct StatisticTarget {
  Statistic statistic = Statistic::kMin;
  MetricId metric;
  Type type = Type::kDouble;
};

/// Counters go on in a straight line between samples, with 64 bits; others are their last values.
/// A discrete sample is written if it differs from the one that was written last.
class ThinnedNumbers final : public ThinnedMetric {
 public:
  /// `desc` is of numbers, which are written with this type: that of `desc`, or WidenedType().  If
  /// the metric is a statistic, its values are combined.
  ThinnedNumbers(const Desc& desc, Type written, std::optional<Statistic> is_statistic,
                 ThinOutput& output);

  /// Statistics to be written beside the metric: of a counter, those of its rate.
  void SetStatistics(std::vector<StatisticTarget> targets);

 private:
  /// The last value of an instance that has gone.
  struct Gone {
    std::uint64_t bits = 0;
    std::uint64_t base = 0;
  };

  bool Read(const ValueSet& set) override;
  bool BeginsAgain() const override { return has_reset_; }
  void WriteLast(OutputPlace place) override;
  void WriteBetween(OutputPlace place, const GridTime& next) override;
  void Hold(double seconds) override;
  void EndInterval(Timestamp at) override;
  void Accept(bool written, double seconds) override;
  void Join() override;
  std::size_t CountGone() const override { return gone_.size(); }
  void ForgetValues() override;

  bool ReadOthers(const ValueSet& set);
  void LookForFalls();
  bool HasReset() const;
  void MendBases();
  std::uint64_t NextBase(Gone last, std::uint64_t next) const;
  std::uint64_t Value(std::size_t i) const {
    return ValueOf({bits_[i], base_.empty() ? 0 : base_[i]});
  }
  std::uint64_t ValueOf(Gone last) const;
  std::size_t PlaceInNext(std::size_t i) const { return is_same_ ? i : places_[i]; }
  void Write(OutputPlace place);
  void AcceptOthers(bool written);
  void Remember(InstanceId instance, Gone last);
  void TakeFolds();
  void WriteStatistic(const StatisticTarget& target, OutputPlace place);
  void ObserveRates(double seconds);

  Desc desc_;
  NumberShape shape_;
  bool is_counter_;
  Type written_as_;
  bool is_widened_;  // a counter of 32 bits
  // The last sample:
  std::vector<InstanceId> instances_;
  std::vector<std::uint64_t> bits_;
  std::vector<std::uint64_t> base_;  // if it is widened: what wraps add to the value
  // The next one:
  bool is_same_ = false;  // it has the same instances
  std::vector<InstanceId> next_instances_;
  std::vector<std::uint64_t> next_bits_;
  std::vector<std::uint32_t> places_;  // of the last instances in it
  bool has_fallen_ = false;            // a counter has wrapped, or begun again
  bool has_reset_ = false;
  std::map<InstanceId, Gone> gone_;        // since the last record of the output
  std::map<InstanceId, Gone> remembered_;  // if it is widened: all that have gone, up to a bound
  std::optional<Statistic> is_statistic_;
  std::vector<StatisticTarget> statistics_;
  std::optional<SampleFolds> folds_;  // if it is a statistic, or has some
  PlacesOfMetric statistic_places_;
  std::vector<std::uint64_t> rates_;  // bits
  std::vector<ThinValue> values_;     // to be written
  std::vector<ThinValue> written_;    // the last ones, if it is discrete
};

}  // namespace fdr
