// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/series_reader.h"

#include <algorithm>
#include <utility>

#include "fdr/replay/set_values.h"

namespace fdr {

SeriesReader::SeriesReader(ArchiveSource::Lease lease, const SeriesWindow& window)
    : lease_(std::move(lease)), window_(window), skip_(*lease_) {}

Result<std::unique_ptr<SeriesReader>> SeriesReader::Open(ArchiveSource::Lease lease,
                                                         const SeriesCatalogue& catalogue,
                                                         std::span<const SeriesMetric> metrics,
                                                         const SeriesWindow& window) {
  std::unique_ptr<SeriesReader> reader(new SeriesReader(std::move(lease), window));
  for (const SeriesMetric& metric : metrics)
    if (auto added = reader->Add(metric, catalogue); !added) return Fail(added.error());
  reader->ListMetrics();
  reader->at_ = reader->series_.size();
  // Making a domain moves the context.
  const auto set = reader->lease_->SetMode(
      window.newest_first ? Mode::kBackward : Mode::kForward,
      window.newest_first ? window.finish : window.start.value_or(Timestamp()));
  if (!set) return Fail(set.error());
  return reader;
}

Result<void> SeriesReader::Add(const SeriesMetric& metric, const SeriesCatalogue& catalogue) {
  const InDomId indom = metric.desc.indom;
  InstanceIds* ids = nullptr;
  if (!indom.IsNull()) {
    auto domain = catalogue.Domain(&*lease_, indom);
    if (!domain) return Fail(domain.error());
    ids = &ids_.try_emplace(indom, std::move(*domain)).first->second;
  }
  series_.push_back({.metric = metric.desc.id,
                     .ids = ids,
                     .indom = indom,
                     .choice = SampleChoice(window_.start, window_.interval),
                     .kept = {}});
  return {};
}

// Several names of a metric are several series, but one set of values.
void SeriesReader::ListMetrics() {
  has_completed_ = false;
  metrics_.clear();
  for (const Series& one : series_)
    if (!one.is_complete) metrics_.push_back(one.metric);
  std::ranges::sort(metrics_);
  metrics_.erase(std::unique(metrics_.begin(), metrics_.end()), metrics_.end());
  for (Series& one : series_)
    one.set =
        static_cast<std::size_t>(std::ranges::lower_bound(metrics_, one.metric) - metrics_.begin());
}

// The next record that may change the answer.
Result<bool> SeriesReader::Next() {
  if (const std::optional<Timestamp> until = AwaitedTime()) {
    const Result<bool> skips =
        skip_.ReadLast(metrics_, result_.stamp(), std::min(*until, window_.finish), ahead_);
    if (!skips) return skips;
    if (*skips) {
      std::swap(result_, ahead_);
      if (auto set = lease_->SetMode(Mode::kForward, result_.stamp().Plus(1)); !set)
        return Fail(set.error());
      return true;
    }
  }
  return lease_->Fetch(metrics_, Profile(), result_);
}

// Nothing if the next sample of any series counts.
std::optional<Timestamp> SeriesReader::AwaitedTime() const {
  if (window_.newest_first) return std::nullopt;
  std::optional<Timestamp> first;
  for (const Series& one : series_) {
    if (one.is_complete) continue;
    const std::optional<Timestamp> awaited = one.choice.AwaitedTime();
    if (!awaited) return std::nullopt;
    if (!first || *awaited < *first) first = awaited;
  }
  return first;
}

Result<bool> SeriesReader::Read(SeriesSample& sample) {
  sample = {};
  while (at_ < series_.size()) {
    Series& series = series_[at_++];
    if (!series.is_complete) sample = Take(series);
    if (!sample.values.empty()) return true;
  }
  if (has_completed_) ListMetrics();
  if (is_at_end_ || metrics_.empty()) return false;
  if (const Result<void> read = ReadRecord(); !read) return Fail(read.error());
  return true;
}

Result<void> SeriesReader::ReadRecord() {
  const Result<bool> fetched = Next();
  if (!fetched) return Fail(fetched.error());
  is_at_end_ = !*fetched || (!window_.newest_first && result_.stamp() > window_.finish);
  at_ = 0;
  return {};
}

// What the record adds to the series: its own sample, or the one that was kept until now.
SeriesSample SeriesReader::Take(Series& series) {
  if (is_at_end_)
    return series.choice.has_kept() ? Show(series, series.kept, series.kept.sets()[0])
                                    : SeriesSample();
  const FetchedSet& set = result_.sets()[series.set];
  if (set.count == 0) return {};
  const SampleChoice::Step step = series.choice.Take(result_.stamp());
  if (step == SampleChoice::Step::kShow) return Show(series, result_, set);
  const bool shows_kept = step == SampleChoice::Step::kShowKept;
  if (shows_kept) std::swap(series.kept, shown_);
  series.kept.Begin(result_.stamp());
  CopySet(result_, set, series.kept);
  return shows_kept ? Show(series, shown_, shown_.sets()[0]) : SeriesSample();
}

SeriesSample SeriesReader::Show(Series& series, const FetchResult& result, const FetchedSet& set) {
  if (series.ids != nullptr)
    series.ids->MoveTo(lease_->timeline().metadata().FindInDom(series.indom), result.stamp());
  series.is_complete = ++series.samples == window_.samples;
  has_completed_ |= series.is_complete;
  return {static_cast<std::size_t>(&series - series_.data()), result.stamp(), result.Values(set),
          series.ids};
}

}  // namespace fdr
