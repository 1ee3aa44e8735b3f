// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Statistics of many series in one pass over the records of a window.
//
//   StatisticsPass pass(series, window);
//   while ((more = archive.Fetch(pass.metrics(), result)) && *more) pass.Take(result);
//   if (const auto gap = archive.GapStart()) pass.BreakAt(*gap);
//   pass.Finish();

#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "fdr/replay/fetch_result.h"
#include "fdr/replay/statistics/series_statistics.h"

namespace fdr {

/// One instance of a numeric metric.
struct SeriesChoice {
  MetricId metric;
  InstanceId instance = kSingular;  ///< kSingular: of a metric without instances
  SeriesRules rules;
};

/// One thread at a time.  A series takes memory, about 1 KiB to 20 KiB, from its first value on.
///
/// The state of many series does not fit into the processor's caches.  So values wait, and each
/// series takes those of many records at once.
class StatisticsPass {
 public:
  /// No series may be chosen twice.
  StatisticsPass(std::span<const SeriesChoice> series, const StatisticsWindow& window);

  StatisticsPass(const StatisticsPass&) = delete;
  StatisticsPass& operator=(const StatisticsPass&) = delete;

  /// What to fetch.
  std::span<const MetricId> metrics() const { return metrics_; }

  /// Takes the result of a fetch of metrics(): a record.
  void Take(const FetchResult& result);
  /// Takes values that were interpolated at an end of the window.
  void TakeInterpolated(const FetchResult& result);
  /// Nothing is known between the last result and the next one.
  void Break();
  /// The same, but discrete values last up to this time, which is not before the last result.
  void BreakAt(Timestamp last);
  /// Ends the window; call this once, at the end.
  void Finish();

  /// By the place of its choice; null if the series had no number.
  const SeriesStatistics* Of(std::size_t series) const;
  /// See SeriesStatistics; a series without values has none then, either.
  void IncludeExtremes(std::size_t series, const Extreme& min, const Extreme& max);
  /// Whether any record of the window has the metric of the series, even without values.
  bool HasMetric(std::size_t series) const;
  /// How many samples of the window have values of the metric of the series.
  std::uint64_t SamplesOf(std::size_t series) const;
  /// Has values while the metric of the series was recorded.
  const TimeCells& RecordedOf(std::size_t series) const;
  /// The mean distance of these samples; 0 if there are fewer than two.
  double SecondsBetweenSamples(std::size_t series) const;
  /// The part of the time between the records of its metric in which the series had values, from 0
  /// to 1.
  double PresenceOf(std::size_t series) const;

  std::uint64_t records() const { return records_; }
  std::uint32_t gaps() const { return gaps_; }

 private:
  struct Series {
    InstanceId instance = kSingular;
    std::uint32_t choice = 0;
    std::uint64_t seen = 0;  // in which record of its metric it had its last value
    SeriesStatistics* statistics = nullptr;
  };
  // A chosen instance of a record.
  struct Column {
    std::uint32_t place = 0;   // in the record
    std::uint32_t series = 0;  // in Metric::series
  };
  struct Metric {
    void SetInstances(std::span<const FetchedValue> values);

    SeriesRules rules;
    bool is_singular = false;
    std::vector<Series> series;
    std::unordered_map<InstanceId, std::uint32_t> places;  // in `series`
    std::uint64_t records = 0;                             // samples with values of the metric
    bool is_seen = false;                                  // perhaps without values
    std::optional<double> last_at;                         // of its last record since a gap
    double sample_at = 0;                                  // of the first record of that sample
    double seconds = 0;                                    // between its records
    TimeCells recorded;                                    // 1 in this time

    // The values that wait are of records with the same instances.
    std::vector<InstanceId> instances;
    std::vector<Column> columns;
    std::vector<std::uint32_t> rows;  // a record each: its place in times_
    std::vector<std::uint64_t> bits;  // one of each column, row after row
    std::uint64_t first_record = 0;   // the number of `records` in the first row
  };

  void TakeAll(const FetchResult& result);
  void TakeSet(const FetchResult& result, const FetchedSet& set, Metric& metric);
  void CountRecord(Metric& metric) const;
  void Cover(Metric& metric, double from, double to) const;
  void GiveAll();
  void Give(Metric& metric);
  void BreakAll(const WindowTime& last);
  void Hold(Metric& metric, double to) const;
  WindowTime EndOf(const Metric& metric, const Series& series, const WindowTime& last) const;

  StatisticsWindow window_;
  std::vector<MetricId> metrics_;
  std::vector<Metric> by_metric_;  // in the order of metrics_
  std::vector<std::pair<const Metric*, const Series*>> by_choice_;
  std::deque<SeriesStatistics> statistics_;
  std::vector<FetchedValue> numbers_;
  WindowTime now_;
  std::vector<WindowTime> times_;  // of the records whose values wait
  std::size_t waiting_ = 0;        // values
  bool is_recorded_ = true;
  std::uint64_t records_ = 0;
  std::uint32_t gaps_ = 0;
};

}  // namespace fdr
