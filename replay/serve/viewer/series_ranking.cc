// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/series_ranking.h"

#include <algorithm>

#include "fdr/replay/statistics/little_amount.h"

namespace fdr {
namespace {

constexpr double kRare = 0.01;

}  // namespace

double RankedSeries::Outside() const {
  if (after.statistics == nullptr) return 0;
  if (before.statistics == nullptr) return 1;
  const ValueDistribution &usual = before.statistics->values(), &now = after.statistics->values();
  const double low = usual.Quantile(kRare), high = usual.Quantile(1 - kRare);
  double outside = 0, all = 0;
  for (const ValueBucket& bucket : now.buckets()) {
    const double weight = now.weight() > 0 ? bucket.weight : bucket.count;
    all += weight;
    if (bucket.Value() < low || bucket.Value() > high) outside += weight;
  }
  return all > 0 ? outside / all : 0;
}

void SeriesRanking::Compare() {
  std::map<Key, std::size_t> gone;  // places of series before, as far as these have no pair
  for (std::size_t i = 0; i < before_.series().size(); ++i)
    gone.emplace(Key(before_.series()[i].metric, before_.series()[i].name), i);
  for (std::size_t i = 0; i < after_.series().size(); ++i) {
    const WindowSeriesStatistics::Series& series = after_.series()[i];
    const auto found = gone.find(Key(series.metric, series.name));
    const bool has_both = found != gone.end();
    Add(series, has_both ? before_.PartOf(found->second) : before_.PartWithout(series.metric),
        after_.PartOf(i));
    if (has_both) gone.erase(found);
  }
  for (const auto& [key, i] : gone)
    Add(before_.series()[i], before_.PartOf(i), after_.PartWithout(key.first));
  std::stable_sort(ranked_.begin(), ranked_.end(),
                   [](const RankedSeries& a, const RankedSeries& b) {
                     return a.difference.distance > b.difference.distance;
                   });
}

void SeriesRanking::FoldInstances() {
  std::map<std::size_t, std::size_t> first;
  std::vector<RankedSeries> folded;
  for (RankedSeries& series : ranked_) {
    const auto [place, is_new] = first.try_emplace(series.metric, folded.size());
    if (is_new)
      folded.push_back(std::move(series));
    else
      ++folded[place->second].others;
  }
  ranked_ = std::move(folded);
}

void SeriesRanking::Add(const WindowSeriesStatistics::Series& series, const SeriesPart& before,
                        const SeriesPart& after) {
  if (before.statistics == nullptr && after.statistics == nullptr) return;
  // A metric that is recorded in one window only says nothing.
  if (!before_.HasMetric(series.metric) || !after_.HasMetric(series.metric)) return;
  ++compared_;
  const ChosenMetric& metric = choice_.metrics[series.metric];
  const SeriesDifference difference =
      DifferenceOf(before, after,
                   {.little = LittleOf(metric.desc, choice_.IsRate(metric)),
                    .is_amount = IsAmount(metric.desc),
                    .is_told = metric.desc.semantics == Semantics::kDiscrete});
  if (difference.distance > 0)
    ranked_.push_back({series.metric, series.instance, series.name, before, after, difference});
}

}  // namespace fdr
