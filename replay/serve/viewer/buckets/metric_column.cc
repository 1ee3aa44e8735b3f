// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/buckets/metric_column.h"

namespace fdr {

ValueRules RulesOf(const ArchiveContext& archive, const ColumnKey& key) {
  const Desc* const desc = archive.timeline().metadata().FindDesc(key.metric);
  ValueRules rules = ValueRulesOf(desc != nullptr ? *desc : Desc(), key.raw);
  if (key.extreme_of) rules.kind = ValueKind::kExtreme;
  return rules;
}

// What a series takes in `events_`, about.
constexpr std::size_t kSeriesMemory = 128;

void MetricColumn::Take(std::uint32_t moment, Nanos at, const ValueSet& set) {
  const bool has_extremes = rules().kind == ValueKind::kExtreme;
  events_.Take(at, set, [&](MetricEvents::Series series, const SeriesEvent& event) {
    has_extremes ? AddExtreme(series, moment, event) : Add(series, moment, event);
  });
}

void MetricColumn::AddExtreme(MetricEvents::Series series, std::uint32_t moment,
                              SeriesEvent event) {
  const std::optional<OwnSamples::Sample> since = own_.Before(event.at);
  event.is_joined = since.has_value();
  if (since && (series >= series_.size() || series_[series].last_at() < since->at))
    Add(series, since->moment, {.at = since->at});
  Add(series, moment, event);
}

void MetricColumn::TakeGap(std::uint32_t moment, Nanos at) {
  own_.Break();
  events_.TakeGap(at, [&](MetricEvents::Series series, const SeriesEvent& event) {
    Add(series, moment, event);
  });
}

void MetricColumn::Add(MetricEvents::Series series, std::uint32_t moment,
                       const SeriesEvent& event) {
  if (series >= series_.size()) {
    memory_ += (series + 1 - series_.size()) * (sizeof(SeriesBlocks) + kSeriesMemory);
    series_.resize(series + 1);
  }
  SeriesBlocks& blocks = series_[series];
  memory_ -= blocks.memory();
  blocks.Add(moment, event, events_.rules().kind);
  memory_ += blocks.memory();
}

void MetricColumn::Fill(std::size_t series, const Moments& moments, SeriesBuckets& out) const {
  if (series >= series_.size()) return;
  std::optional<Nanos> end;
  if (events_.Holds(static_cast<MetricEvents::Series>(series)) && !moments.empty())
    end = moments.back();
  series_[series].Fill(moments, events_.rules().kind, end, out);
}

}  // namespace fdr
