// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/statistics/statistics_pass.h"

#include <algorithm>

#include "fdr/replay/derive/values.h"
#include "fdr/replay/one_sample.h"

namespace fdr {

namespace {

constexpr double kSampleSeconds = static_cast<double>(kOneSample) / kNanosPerSecond;
constexpr std::size_t kMostRecords = 256;       // that wait
constexpr std::size_t kMostWaiting = 1U << 19;  // values of them

bool HasInstances(std::span<const FetchedValue> values, std::span<const InstanceId> instances) {
  return std::equal(
      values.begin(), values.end(), instances.begin(), instances.end(),
      [](const FetchedValue& value, InstanceId instance) { return value.instance == instance; });
}

}  // namespace

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
  TakeAll(result);
}

void StatisticsPass::TakeInterpolated(const FetchResult& result) {
  if (result.after_gap()) Break();
  GiveAll();
  is_recorded_ = false;
  TakeAll(result);
  GiveAll();
  is_recorded_ = true;
}

void StatisticsPass::TakeAll(const FetchResult& result) {
  if (times_.size() == kMostRecords || waiting_ > kMostWaiting) GiveAll();
  now_ = {result.stamp(), SecondsBetween(window_.start, result.stamp())};
  times_.push_back(now_);
  const std::span<const FetchedSet> sets = result.sets();
  for (std::size_t i = 0; i < sets.size() && i < by_metric_.size(); ++i)
    if (sets[i].status == SetStatus::kValues) TakeSet(result, sets[i], by_metric_[i]);
}

void StatisticsPass::TakeSet(const FetchResult& result, const FetchedSet& set, Metric& metric) {
  std::span<const FetchedValue> values =
      OperandValues(result, set, metric.rules.type, numbers_).list;
  metric.is_seen = true;
  if (values.empty()) return;
  if (metric.is_singular) values = values.first(1);
  if (!HasInstances(values, metric.instances)) {
    Give(metric);
    metric.SetInstances(values);
  }
  CountRecord(metric);
  if (metric.rows.empty()) metric.first_record = metric.records;
  metric.rows.push_back(static_cast<std::uint32_t>(times_.size() - 1));
  for (const Column& column : metric.columns) metric.bits.push_back(values[column.place].bits);
  waiting_ += metric.columns.size();
}

// Of several values of one instance, the first counts.
void StatisticsPass::Metric::SetInstances(std::span<const FetchedValue> values) {
  instances.clear();
  columns.clear();
  std::vector<bool> is_taken(series.size());
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    instances.push_back(values[i].instance);
    const auto found = places.find(is_singular ? kSingular : values[i].instance);
    if (found == places.end() || is_taken[found->second]) continue;
    is_taken[found->second] = true;
    columns.push_back({i, found->second});
  }
}

void StatisticsPass::CountRecord(Metric& metric) const {
  if (!metric.last_at || now_.at - metric.sample_at >= kSampleSeconds) {
    ++metric.records;
    metric.sample_at = now_.at;
  }
  if (metric.last_at) Cover(metric, *metric.last_at, now_.at);
  metric.last_at = now_.at;
}

void StatisticsPass::Cover(Metric& metric, double from, double to) const {
  metric.seconds += std::max(to - from, 0.0);
  const double length = window_.seconds();
  if (length > 0) metric.recorded.Add(1, from / length, to / length);
}

void StatisticsPass::GiveAll() {
  for (Metric& metric : by_metric_) Give(metric);
  times_.clear();
  waiting_ = 0;
}

void StatisticsPass::Give(Metric& metric) {
  if (metric.rows.empty()) return;
  for (std::size_t i = 0; i < metric.columns.size(); ++i) {
    Series& series = metric.series[metric.columns[i].series];
    if (series.statistics == nullptr)
      series.statistics = &statistics_.emplace_back(metric.rules, window_);
    // A record of the metric without this instance: the instance was gone in between.  Interpolated
    // values may come from records that are far apart.
    if (is_recorded_ && series.seen != 0 && series.seen + 1 < metric.first_record)
      series.statistics->Break({window_.start, 0});
    series.seen = metric.records;
    const std::uint64_t* bits = &metric.bits[i];
    for (const std::uint32_t row : metric.rows) {
      series.statistics->Take(times_[row], *bits, is_recorded_);
      bits += metric.columns.size();
    }
  }
  metric.rows.clear();
  metric.bits.clear();
}

void StatisticsPass::Break() { BreakAll(now_); }

void StatisticsPass::BreakAt(Timestamp last) {
  BreakAll({last, SecondsBetween(window_.start, last)});
}

void StatisticsPass::BreakAll(const WindowTime& last) {
  GiveAll();
  ++gaps_;
  for (Metric& metric : by_metric_) {
    Hold(metric, last.at);
    metric.last_at.reset();
    for (const Series& series : metric.series)
      if (series.statistics != nullptr) series.statistics->Break(EndOf(metric, series, last));
  }
}

// An instance that was gone at last does not last.
WindowTime StatisticsPass::EndOf(const Metric& metric, const Series& series,
                                 const WindowTime& last) const {
  return series.seen == metric.records ? last : WindowTime{window_.start, 0};
}

// A discrete value is recorded when it changes.  Up to this time, it has not changed.
void StatisticsPass::Hold(Metric& metric, double to) const {
  const double length = window_.seconds();
  if (metric.rules.semantics == Semantics::kDiscrete && metric.last_at && length > 0)
    metric.recorded.Add(1, *metric.last_at / length, to / length);
}

void StatisticsPass::Finish() {
  GiveAll();
  const WindowTime end{window_.end, window_.seconds()};
  for (Metric& metric : by_metric_) {
    Hold(metric, end.at);
    for (const Series& series : metric.series)
      if (series.statistics != nullptr) series.statistics->Finish(EndOf(metric, series, end));
  }
}

const SeriesStatistics* StatisticsPass::Of(std::size_t series) const {
  const Series& chosen = *by_choice_[series].second;
  const bool has_values = chosen.statistics != nullptr && chosen.statistics->HasValues();
  return has_values ? chosen.statistics : nullptr;
}

void StatisticsPass::IncludeExtremes(std::size_t series, const Extreme& min, const Extreme& max) {
  const Series& chosen = *by_choice_[series].second;
  if (chosen.statistics != nullptr) chosen.statistics->IncludeExtremes(min, max);
}

bool StatisticsPass::HasMetric(std::size_t series) const {
  return by_choice_[series].first->is_seen;
}

std::uint64_t StatisticsPass::SamplesOf(std::size_t series) const {
  return by_choice_[series].first->records;
}

const TimeCells& StatisticsPass::RecordedOf(std::size_t series) const {
  return by_choice_[series].first->recorded;
}

double StatisticsPass::SecondsBetweenSamples(std::size_t series) const {
  const Metric& metric = *by_choice_[series].first;
  return metric.records < 2 ? 0 : metric.seconds / static_cast<double>(metric.records - 1);
}

double StatisticsPass::PresenceOf(std::size_t series) const {
  const SeriesStatistics* const statistics = Of(series);
  if (statistics == nullptr) return 0;
  const Metric& metric = *by_choice_[series].first;
  // Values that hold for no time are counted; one that was interpolated is one, too.
  const bool lasts = metric.seconds > 0 && statistics->seconds() > 0;
  const auto count = static_cast<double>(std::max<std::uint64_t>(statistics->count(), 1));
  const double part =
      lasts ? statistics->seconds() / metric.seconds : count / static_cast<double>(metric.records);
  return std::clamp(part, 0.0, 1.0);
}

}  // namespace fdr
