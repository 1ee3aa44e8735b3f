// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/operand_samples.h"

#include <optional>

#include "fdr/replay/serve/series/source_series.h"

namespace fdr {

Result<void> Spend(std::size_t values, std::size_t& budget) {
  if (values > budget)
    return Fail(Errc::kTooLarge, "the expression reads and computes too many values");
  budget -= values;
  return {};
}

InstanceId InstanceNumbers::Of(std::string_view name) {
  return numbers_.try_emplace(std::string(name), static_cast<InstanceId>(numbers_.size()))
      .first->second;
}

// Collects the samples of the series of one source.
class OperandSamples::Collector {
 public:
  explicit Collector(OperandSamples& owner) : owner_(owner) {}

  void Add(Type type, SampleRun* run, InstanceSeriesIds* ids) {
    series_.push_back({type, run, ids, 0, {}});
  }

  // Returns what this takes from the budget.
  std::size_t Take(const SeriesSample& sample) {
    Series& series = series_[sample.series];
    series.run->Begin(sample.stamp);
    for (const FetchedValue& value : sample.values) {
      const auto instance = sample.ids ? NumberOf(series, value.instance, *sample.ids) : kSingular;
      const std::optional<std::uint64_t> bits = value.NumberBits(series.type);
      if (instance && bits && IsFinite(series.type, *bits)) series.run->Add(*instance, *bits);
    }
    return 1 + series.run->samples.back().count;
  }

 private:
  struct Series {
    Type type;
    SampleRun* run;
    InstanceSeriesIds* ids;
    std::uint64_t version;
    std::unordered_map<InstanceId, std::optional<InstanceId>> numbers;  // in this version
  };

  // Nothing for an instance that never has a name.
  std::optional<InstanceId> NumberOf(Series& series, InstanceId instance, InstanceIds& ids) {
    if (series.version != ids.version()) {
      series.version = ids.version();
      series.numbers.clear();
    }
    const auto [place, is_new] = series.numbers.try_emplace(instance);
    if (!is_new) return place->second;
    const InstanceIds::Identity& identity = ids.IdentityOf(instance);
    if (identity.id.empty()) return std::nullopt;
    place->second = owner_.numbers_.Of(identity.name);
    series.ids->try_emplace(*place->second, identity.id);
    return place->second;
  }

  OperandSamples& owner_;
  std::vector<Series> series_;
};

void OperandSamples::Want(const FoundSeries& series, std::size_t window) {
  const auto [run, is_new] = runs_.try_emplace({window, series.metric});
  if (!is_new) return;
  run->second = std::make_shared<SampleRun>();
  wanted_[window].push_back(series);
  auto& ids = ids_[series.metric];
  if (!ids) ids = std::make_shared<InstanceSeriesIds>();
}

Result<void> OperandSamples::Read(const std::vector<SeriesWindow>& windows,
                                  const HttpRequest& request) {
  for (const auto& [window, series] : wanted_)
    for (const SourceSeries& part : SeriesBySource(series)) {
      Collector collector(*this);
      for (const std::size_t place : part.places) {
        const SeriesMetric* const metric = series[place].metric;
        collector.Add(metric->desc.type, runs_[{window, metric}].get(), ids_[metric].get());
      }
      const auto reader = part.Open(windows[window]);
      if (!reader) return Fail(reader.error());
      SeriesSample sample;
      for (;;) {
        const Result<bool> read = (*reader)->Read(sample);
        if (!read) return Fail(read.error());
        if (!*read) break;
        const Result<void> allowed =
            sample.values.empty() ? request.CheckLimit() : Spend(collector.Take(sample), budget_);
        if (!allowed) return allowed;
      }
    }
  return {};
}

}  // namespace fdr
