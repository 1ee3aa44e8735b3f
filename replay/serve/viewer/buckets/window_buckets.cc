// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/buckets/window_buckets.h"

#include <algorithm>
#include <string>

#include "fdr/replay/one_sample.h"
#include "fdr/replay/serve/viewer/buckets/sample_before.h"
#include "fdr/replay/statistics/rate_span.h"

namespace fdr {

WindowBuckets::WindowBuckets(const ArchiveContext& archive, std::span<const ColumnKey> keys,
                             const TimeGrid& grid, std::size_t most_bytes)
    : grid_(grid), most_bytes_(most_bytes) {
  for (const ColumnKey& key : keys)
    columns_.push_back({key.metric, key.extreme_of, MetricEvents(RulesOf(archive, key))});
}

std::span<const InstanceId> WindowBuckets::instances(std::size_t key) const {
  return columns_[key].events.instances().first(columns_[key].buckets.size());
}

Result<void> WindowBuckets::Read(ArchiveContext& archive, const CheckLimit& check) {
  for (Column& column : columns_) {
    if (const Result<void> go_on = check(); !go_on) return go_on;
    const Result<void> read =
        TakeSampleBefore(archive, column.extreme_of.value_or(column.metric), StampAt(grid_.from()),
                         column.IsRate() ? kLeastRateSpan : kOneSample, check,
                         [&](const StreamedRecord& record) { TakeRecord(record, column); });
    if (!read) return read;
  }
  return ReadWindow(archive, check);
}

Result<void> WindowBuckets::ReadWindow(ArchiveContext& archive, const CheckLimit& check) {
  RecordStream stream(archive, StampAt(grid_.from()));
  Nanos last = grid_.from();
  for (std::size_t records = 0;; ++records) {
    if (records % kRecordsPerCheck == 0)
      if (const Result<void> go_on = check(); !go_on) return go_on;
    const Result<std::optional<StreamedRecord>> record = stream.Next();
    if (!record) return Fail(record.error());
    if (!*record) break;
    last = (*record)->at;
    if (IsDone(last)) return {};
    for (Column& column : columns_) TakeRecord(**record, column);
    if (series_ * grid_.size() * sizeof(ValueSums) > most_bytes_)
      return Fail(Errc::kTooLarge, "The buckets of these series take more memory than " +
                                       std::to_string(most_bytes_ >> 20) + " MiB");
    // Nothing from before the gap reaches behind it.
    if ((*record)->is_gap && last >= grid_.to()) return {};
  }
  Finish(last);
  return {};
}

Result<void> WindowBuckets::ReadSome(ArchiveContext& archive, const CheckLimit& check) {
  std::vector<MetricId> metrics;
  for (const Column& column : columns_) metrics.push_back(column.metric);
  std::optional<Timestamp> last;
  for (std::size_t k = 0; k <= grid_.size(); ++k) {
    if (const Result<void> go_on = check(); !go_on) return go_on;
    const Timestamp t = StampAt(grid_.Border(k));
    if (last && t <= *last) continue;
    if (const Result<void> read = ReadAt(archive, t, metrics, last); !read) return read;
  }
  if (last) Finish(NanosOf(*last));
  return {};
}

// Metrics may be spread over several records.
Result<void> WindowBuckets::ReadAt(ArchiveContext& archive, Timestamp t,
                                   std::vector<MetricId> metrics, std::optional<Timestamp>& last) {
  constexpr int kMostRecords = 8;
  static_cast<void>(archive.SetMode(Mode::kForward, t));
  RecordedSets sets;
  for (int i = 0; i < kMostRecords && !metrics.empty(); ++i) {
    const Fetched fetched = archive.FetchSets(metrics, sets);
    if (!fetched) return Fail(fetched.error());
    if (!*fetched || (last && sets.stamp <= *last)) return {};
    last = sets.stamp;
    const StreamedRecord record{NanosOf(sets.stamp), false, sets.sets};
    for (Column& column : columns_) TakeRecord(record, column);
    for (const ValueSet& set : sets.sets)
      if (set.size() > 0) std::erase(metrics, set.id());
  }
  return {};
}

// Behind the window, the next sample of each metric is of interest, which may have two records.
bool WindowBuckets::IsDone(Nanos at) const {
  return at >= grid_.to() &&
         std::all_of(columns_.begin(), columns_.end(), [&](const Column& column) {
           return column.buckets.empty() || (column.behind && at - *column.behind >= kOneSample);
         });
}

void WindowBuckets::TakeRecord(const StreamedRecord& record, Column& column) {
  const auto add = [&](MetricEvents::Series series, const SeriesEvent& event) {
    Add(column, series, event);
  };
  if (record.is_gap) {
    column.own.Break();
    return column.events.TakeGap(record.at, add);
  }
  const auto set_of = [&](MetricId metric) {
    return std::find_if(record.sets.begin(), record.sets.end(),
                        [&](const ValueSet& one) { return one.id() == metric; });
  };
  if (column.extreme_of) {
    const auto own = set_of(*column.extreme_of);
    if (own != record.sets.end() && own->size() > 0) column.own.Take({.at = record.at});
  }
  const auto set = set_of(column.metric);
  if (set == record.sets.end()) return;
  const std::optional<Nanos> before = column.events.sample_at();
  column.events.Take(record.at, *set, add);
  const std::optional<Nanos> sample = column.events.sample_at();
  if (column.behind || !sample || *sample < grid_.to()) return;
  if (!column.first_behind) column.first_behind = sample;
  // Values of counters that follow soon are passed over, and then end nothing.
  if (!column.IsRate() || !before || GiveRate(*before, *sample) ||
      GiveRate(*column.first_behind, *sample))
    column.behind = sample;
}

void WindowBuckets::Add(Column& column, MetricEvents::Series series, SeriesEvent event) {
  while (series >= column.buckets.size()) {
    column.buckets.emplace_back(grid_);
    column.last.push_back({.at = kFirstNanos});
    ++series_;
  }
  SeriesEvent& last = column.last[series];
  if (column.extreme_of) {
    const std::optional<OwnSamples::Sample> since = column.own.Before(event.at);
    event.is_joined = since.has_value();
    if (since && last.at < since->at) last = {.at = since->at};
  }
  column.buckets[series].AddEvent(column.events.rules().kind, last, event);
  last = event;
}

// At the end of the archive.
void WindowBuckets::Finish(Nanos end) {
  for (Column& column : columns_)
    for (MetricEvents::Series series = 0; series < column.buckets.size(); ++series)
      if (column.events.Holds(series) && end > column.last[series].at)
        column.buckets[series].AddHold(column.last[series].at, end, column.last[series].value);
}

}  // namespace fdr
