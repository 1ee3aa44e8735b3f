// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/widened_series.h"

#include <algorithm>
#include <utility>

namespace fdr {

WidenedSeries::WidenedSeries(std::shared_ptr<const BucketSource> series, const MetricChoice& choice)
    : series_(std::move(series)) {
  std::size_t key = choice.metrics.size();
  for (const ChosenMetric& metric : choice.metrics) {
    std::vector<Extreme>& of_metric = extremes_.emplace_back();
    for (const auto* extreme : {&metric.extremes.min, &metric.extremes.max}) {
      if (!*extreme) continue;
      Extreme& one = of_metric.emplace_back(Extreme{key, {}});
      const std::span<const InstanceId> instances = series_->Instances(key++);
      for (std::size_t i = 0; i < instances.size(); ++i) one.series.emplace(instances[i], i);
    }
  }
}

void WidenedSeries::Fill(std::size_t key, std::size_t series, SeriesBuckets& out) const {
  series_->Fill(key, series, out);
  const InstanceId instance = series_->Instances(key)[series];
  for (const Extreme& extreme : extremes_[key]) {
    const auto found = extreme.series.find(instance);
    if (found == extreme.series.end()) continue;
    SeriesBuckets buckets(out.grid());
    series_->Fill(extreme.key, found->second, buckets);
    out.Widen(buckets);
  }
}

std::shared_ptr<const BucketSource> Widened(std::shared_ptr<const BucketSource> series,
                                            const MetricChoice& choice) {
  const bool has_any = std::ranges::any_of(choice.metrics, [](const ChosenMetric& metric) {
    return metric.extremes.min || metric.extremes.max;
  });
  if (!has_any) return series;
  return std::make_shared<const WidenedSeries>(std::move(series), choice);
}

}  // namespace fdr
