// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/serve/viewer/bucket_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "fdr/replay/derive/typed_numbers.h"
#include "fdr/replay/derive/values.h"
#include "fdr/replay/one_sample.h"
#include "fdr/replay/statistics/rate_span.h"

namespace fdr::test {
namespace {

double Number(Type type, std::uint64_t bits) {
  return WithNumberOf(type,
                      [&]<class T>(T) { return static_cast<double>(NumberIn<T>({.bits = bits})); });
}

double GrowthIn(Type type, std::uint64_t before, std::uint64_t after) {
  return WithNumberOf(type, [&]<class T>(T) {
    const T a = NumberIn<T>({.bits = before}), b = NumberIn<T>({.bits = after});
    const double fall = static_cast<double>(a) - static_cast<double>(b);
    if (std::is_integral_v<T> && sizeof(T) == 4 && fall > 0x1p31) return 0x1p32 - fall;
    if (!(b >= a)) return std::nan("");
    if constexpr (std::is_integral_v<T>)
      return static_cast<double>(static_cast<std::uint64_t>(b) - static_cast<std::uint64_t>(a));
    else
      return static_cast<double>(b) - static_cast<double>(a);
  });
}

}  // namespace

BucketModel::BucketModel(ArchiveContext& archive) {
  EXPECT_TRUE(archive.SetMode(Mode::kForward, archive.label().start));
  FetchResult record;
  std::vector<FetchedValue> buffer;
  while (true) {
    const Result<bool> fetched = archive.FetchRecord(record);
    if (!fetched && fetched.error().code == Errc::kOverlap) {
      overlaps_ = true;
      continue;
    }
    if (!fetched || !*fetched) break;
    const Nanos at = NanosOf(record.stamp());
    moments_.push_back(moments_.empty() ? at : std::max(at, moments_.back()));
    is_mark_.push_back(record.is_mark());
    std::vector<MetricId> seen;
    for (const FetchedSet& set : record.sets()) {
      const Result<Desc> desc = archive.DescOf(set.id);
      if (!desc || !IsNumeric(desc->type)) continue;
      if (std::find(seen.begin(), seen.end(), set.id) != seen.end()) continue;
      seen.push_back(set.id);
      const ::fdr::Values values = OperandValues(record, set, desc->type, buffer);
      if (values.list.empty()) continue;
      OfMetric& metric = metrics_[set.id];
      const std::size_t moment = moments_.size() - 1;
      bool is_new = metric.samples.empty();
      if (!is_new) {
        const std::size_t last = metric.samples.back();
        is_new = moments_[moment] - moments_[last] >= kOneSample;
        for (std::size_t i = last; i < moment; ++i) is_new |= is_mark_[i];
      }
      if (is_new) metric.samples.push_back(moment);
      for (const FetchedValue& value : values.list) {
        auto& list = metric.values[desc->indom.IsNull() ? kSingular : value.instance];
        if (list.empty() || list.back().moment != moment) list.push_back({moment, value.bits});
      }
    }
  }
}

std::vector<InstanceId> BucketModel::Instances(MetricId metric) const {
  std::vector<InstanceId> instances;
  if (const auto found = metrics_.find(metric); found != metrics_.end())
    for (const auto& [instance, values] : found->second.values) instances.push_back(instance);
  return instances;
}

std::size_t BucketModel::SampleOf(const OfMetric& metric, std::size_t moment) const {
  return static_cast<std::size_t>(
      std::upper_bound(metric.samples.begin(), metric.samples.end(), moment) -
      metric.samples.begin());
}

bool BucketModel::AreConnected(const OfMetric& metric, const Value& before,
                               const Value& value) const {
  for (std::size_t i = before.moment; i < value.moment; ++i)
    if (is_mark_[i]) return false;
  return SampleOf(metric, before.moment) + 1 >= SampleOf(metric, value.moment);
}

std::vector<ValueSums> BucketModel::Buckets(const Desc& desc, bool raw, InstanceId instance,
                                            const TimeGrid& grid) const {
  SeriesBuckets buckets(grid);
  const auto found = metrics_.find(desc.id);
  if (found == metrics_.end() || !found->second.values.contains(instance))
    return std::vector<ValueSums>(grid.size());
  const OfMetric& metric = found->second;
  std::vector<Value> values = metric.values.at(instance);
  const bool is_rate = desc.semantics == Semantics::kCounter && !raw;
  if (is_rate) return Rates(desc, metric, values, grid);
  std::erase_if(values,
                [&](const Value& one) { return !std::isfinite(Number(desc.type, one.bits)); });
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Nanos at = moments_[values[i].moment];
    const double number = Number(desc.type, values[i].bits);
    const bool is_connected = i > 0 && AreConnected(metric, values[i - 1], values[i]);
    const Nanos before = i > 0 ? moments_[values[i - 1].moment] : 0;
    buckets.AddValue(at, number);
    if (is_connected) {
      const Nanos middle = before + (at - before) / 2;
      pieces.push_back({before, middle, Number(desc.type, values[i - 1].bits)});
      pieces.push_back({middle, at, number});
    }
    const bool is_last = i + 1 == values.size() || !AreConnected(metric, values[i], values[i + 1]);
    if (desc.semantics == Semantics::kDiscrete && is_last) {
      std::size_t end = values[i].moment;  // the gap, or the end
      while (end + 1 < moments_.size() && !is_mark_[end]) ++end;
      const bool is_gone = SampleOf(metric, end) != SampleOf(metric, values[i].moment);
      if (!is_gone) pieces.push_back({at, moments_[end], number});
    }
  }
  for (const Piece& piece : pieces) buckets.AddHold(piece.from, piece.to, piece.value);
  return {buckets.buckets().begin(), buckets.buckets().end()};
}

// Runs of connected values, without those that are too close behind one that counts.
std::vector<ValueSums> BucketModel::Rates(const Desc& desc, const OfMetric& metric,
                                          const std::vector<Value>& values,
                                          const TimeGrid& grid) const {
  std::vector<std::vector<Value>> runs;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i == 0 || !AreConnected(metric, values[i - 1], values[i])) runs.push_back({values[i]});
    const Nanos before = moments_[runs.back().back().moment];
    if (moments_[values[i].moment] - before >= kLeastRateSpan) runs.back().push_back(values[i]);
  }
  SeriesBuckets buckets(grid);
  for (const std::vector<Value>& run : runs)
    for (std::size_t i = 1; i < run.size(); ++i) {
      const Nanos before = moments_[run[i - 1].moment], at = moments_[run[i].moment];
      double rate = GrowthIn(desc.type, run[i - 1].bits, run[i].bits) /
                    (static_cast<double>(at - before) / kNanosPerSecond);
      if (desc.units.dim_time != 0)
        rate *= std::pow(SecondsOf(desc.units.scale_time), desc.units.dim_time);
      if (!std::isfinite(rate)) continue;
      buckets.AddValue(at, rate);
      buckets.AddHold(before, at, rate);
    }
  return {buckets.buckets().begin(), buckets.buckets().end()};
}

}  // namespace fdr::test
