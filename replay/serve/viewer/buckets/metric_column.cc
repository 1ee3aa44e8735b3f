// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/buckets/metric_column.h"

namespace fdr {

// What a series takes in `events_`, about.
constexpr std::size_t kSeriesMemory = 128;

void MetricColumn::Take(std::uint32_t moment, Nanos at, const ValueSet& set) {
  events_.Take(at, set, [&](MetricEvents::Series series, const SeriesEvent& event) {
    Add(series, moment, event);
  });
}

void MetricColumn::TakeGap(std::uint32_t moment, Nanos at) {
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
