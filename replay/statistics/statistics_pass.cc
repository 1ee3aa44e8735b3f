// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/statistics/statistics_pass.h"

#include <algorithm>

#include "fdr/replay/derive/values.h"
#include "fdr/replay/one_sample.h"

namespace fdr {

constexpr std::uint32_t kNoSeries = ~std::uint32_t{0};
constexpr double kSampleSeconds = static_cast<double>(kOneSample) / kNanosPerSecond;

StatisticsPass::StatisticsPass(std::span<const SeriesChoice> series, const StatisticsWindow& window)
    : window_(window), by_choice_(series.size()), now_{window.start, 0} {
  std::unordered_map<MetricId, std::size_t> places;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const auto [place, is_new] = places.try_emplace(series[i].metric, metrics_.size());
    if (is_new) {
      metrics_.push_back(series[i].metric);
      by_metric_.emplace_back().rules = series[i].rules;
    }
    Metric& metric = by_metric_[place->second];
    metric.is_singular = series[i].instance == kSingular;
    metric.places.emplace(series[i].instance, metric.series.size());
    Series& one = metric.series.emplace_back();
    one.instance = series[i].instance;
    one.choice = static_cast<std::uint32_t>(i);
  }
  for (const Metric& metric : by_metric_)
    for (const Series& one : metric.series) by_choice_[one.choice] = {&metric, &one};
}

void StatisticsPass::Take(const FetchResult& result) {
  if (result.after_gap()) Break();
  ++records_;
  TakeAll(result, true);
}

void StatisticsPass::TakeInterpolated(const FetchResult& result) {
  if (result.after_gap()) Break();
  TakeAll(result, false);
}

void StatisticsPass::TakeAll(const FetchResult& result, bool is_recorded) {
  now_ = {result.stamp(), SecondsBetween(window_.start, result.stamp())};
  is_recorded_ = is_recorded;
  const std::span<const FetchedSet> sets = result.sets();
  for (std::size_t i = 0; i < sets.size() && i < by_metric_.size(); ++i)
    if (sets[i].status == SetStatus::kValues) TakeSet(result, sets[i], by_metric_[i]);
}

void StatisticsPass::TakeSet(const FetchResult& result, const FetchedSet& set, Metric& metric) {
  const Values values = OperandValues(result, set, metric.rules.type, numbers_);
  metric.is_seen = true;
  if (values.list.empty()) return;
  CountRecord(metric);
  if (metric.is_singular) return TakeValue(values.list.front(), 0, metric);
  for (std::size_t i = 0; i < values.list.size(); ++i) TakeValue(values.list[i], i, metric);
}

void StatisticsPass::CountRecord(Metric& metric) const {
  if (!metric.last_at || now_.at - metric.sample_at >= kSampleSeconds) {
    ++metric.records;
    metric.sample_at = now_.at;
  }
  if (metric.last_at) metric.seconds += std::max(now_.at - *metric.last_at, 0.0);
  metric.last_at = now_.at;
}

void StatisticsPass::TakeValue(const FetchedValue& value, std::size_t place, Metric& metric) {
  const std::uint32_t found = metric.is_singular ? 0 : FindSeries(value.instance, place, metric);
  if (found == kNoSeries) return;
  Series& series = metric.series[found];
  if (!series.statistics) {
    series.statistics = static_cast<std::uint32_t>(statistics_.size());
    statistics_.emplace_back(metric.rules, window_);
  }
  SeriesStatistics& statistics = statistics_[*series.statistics];
  // A record of the metric without this instance: the instance was gone in between.  Interpolated
  // values may come from records that are far apart.
  if (is_recorded_ && series.seen != 0 && series.seen + 1 < metric.records)
    statistics.Break({window_.start, 0});
  series.seen = metric.records;
  statistics.Take(now_, value.bits, is_recorded_);
}

// Mostly the instances stand in the same places as in the last record.
std::uint32_t StatisticsPass::FindSeries(InstanceId instance, std::size_t place,
                                         Metric& metric) const {
  if (place < metric.order.size()) {
    const std::uint32_t guess = metric.order[place];
    if (guess != kNoSeries && metric.series[guess].instance == instance) return guess;
  }
  const auto found = metric.places.find(instance);
  const std::uint32_t series = found != metric.places.end() ? found->second : kNoSeries;
  if (place >= metric.order.size()) metric.order.resize(place + 1, kNoSeries);
  metric.order[place] = series;
  return series;
}

void StatisticsPass::Break() {
  ++gaps_;
  for (Metric& metric : by_metric_) metric.last_at.reset();
  for (SeriesStatistics& statistics : statistics_) statistics.Break(now_);
}

void StatisticsPass::Finish() {
  for (Metric& metric : by_metric_) {
    for (const Series& series : metric.series) {
      if (!series.statistics) continue;
      // An instance that was gone at last does not last up to the end.
      const bool is_there = series.seen == metric.records;
      statistics_[*series.statistics].Finish(is_there ? WindowTime{window_.end, window_.seconds()}
                                                      : WindowTime{window_.start, 0});
    }
  }
}

const SeriesStatistics* StatisticsPass::Of(std::size_t series) const {
  const Series& chosen = *by_choice_[series].second;
  if (!chosen.statistics) return nullptr;
  const SeriesStatistics& statistics = statistics_[*chosen.statistics];
  return statistics.HasValues() ? &statistics : nullptr;
}

bool StatisticsPass::HasMetric(std::size_t series) const {
  return by_choice_[series].first->is_seen;
}

std::uint64_t StatisticsPass::SamplesOf(std::size_t series) const {
  return by_choice_[series].first->records;
}

double StatisticsPass::PresenceOf(std::size_t series) const {
  const SeriesStatistics* const statistics = Of(series);
  if (statistics == nullptr) return 0;
  const Metric& metric = *by_choice_[series].first;
  // Values that hold for no time are counted.
  const bool lasts = metric.seconds > 0 && statistics->seconds() > 0;
  const double part =
      lasts ? statistics->seconds() / metric.seconds
            : static_cast<double>(statistics->count()) / static_cast<double>(metric.records);
  return std::clamp(part, 0.0, 1.0);
}

}  // namespace fdr
