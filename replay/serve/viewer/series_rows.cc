// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/series_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace fdr {
namespace {

constexpr std::size_t kSeriesPerCheck = 16;

tl::unexpected<Error> TooManySeries(std::size_t most) {
  return Fail(Errc::kTooLarge, "There are more than " + std::to_string(most) +
                                   " series; name some instances, or ask for the top ones");
}

// Series of one metric, by instance.
std::vector<std::pair<InstanceId, std::size_t>> Ordered(std::span<const InstanceId> instances) {
  std::vector<std::pair<InstanceId, std::size_t>> ordered;
  for (std::size_t i = 0; i < instances.size(); ++i) ordered.emplace_back(instances[i], i);
  std::sort(ordered.begin(), ordered.end());
  return ordered;
}

}  // namespace

double ScoreOf(const SeriesRow& row, SeriesOrder order) {
  const double score = order == SeriesOrder::kMax    ? row.total.max
                       : order == SeriesOrder::kMean ? row.total.Mean()
                                                     : row.total.last;
  return std::isnan(score) ? -std::numeric_limits<double>::infinity() : score;
}

Result<SeriesRows> ChooseRows(const BucketSource& source, const MetricChoice& choice,
                              NamesOfInstances& names, const BucketQuery& query,
                              const CheckLimit& check) {
  const std::size_t most = query.top ? BucketQuery::kMostOrderedSeries : BucketQuery::kMostSeries;
  SeriesRows chosen;
  SeriesBuckets whole(query.Grid(1));
  std::size_t looked_at = 0;
  for (std::size_t metric = 0; metric < choice.metrics.size(); ++metric) {
    const ChosenMetric& of = choice.metrics[metric];
    for (const auto& [instance, series] : Ordered(source.Instances(metric))) {
      if (++looked_at % kSeriesPerCheck == 0)
        if (const Result<void> go_on = check(); !go_on) return Fail(go_on.error());
      const std::string& name = names.Of(of.desc.indom, instance);
      if (!choice.Includes(of, instance, name)) continue;
      whole.Clear();
      source.Fill(metric, series, whole);
      const ValueSums& total = whole.buckets().front();
      if (total.IsEmpty()) continue;
      if (chosen.rows.size() == most) return TooManySeries(most);
      chosen.rows.push_back({metric, series, instance, name, total});
    }
  }
  chosen.total = chosen.rows.size();
  if (!query.top) return chosen;
  std::stable_sort(chosen.rows.begin(), chosen.rows.end(),
                   [&](const SeriesRow& a, const SeriesRow& b) {
                     return ScoreOf(a, query.order) > ScoreOf(b, query.order);
                   });
  if (chosen.rows.size() > *query.top) chosen.rows.resize(*query.top);
  return chosen;
}

std::vector<ColumnKey> KeysOf(const MetricChoice& choice) {
  std::vector<ColumnKey> keys;
  for (const ChosenMetric& metric : choice.metrics)
    keys.push_back({metric.desc.id, metric.IsCounter() && choice.raw});
  for (const ChosenMetric& metric : choice.metrics)
    for (const auto* extreme : {&metric.extremes.min, &metric.extremes.max})
      if (*extreme) keys.push_back({.metric = (*extreme)->desc.id, .extreme_of = metric.desc.id});
  return keys;
}

std::optional<StringParts> SeriesNames::Next() {
  const int number = written_++;
  if (number == 0) return json_.Key("m").Parts(metric_.name);
  if (instance_ == kSingular) return std::nullopt;
  if (number == 1) return json_.Key("i").Parts(name_);
  json_.Key("id").Int(instance_);
  return std::nullopt;
}

void WriteUnits(JsonWriter& json, const MetricChoice& choice, const ChosenMetric& metric) {
  const bool is_rate = choice.IsRate(metric);
  json.Key("rate").Bool(is_rate).Key("units").String(UnitsOf(metric.desc, is_rate));
}

}  // namespace fdr
