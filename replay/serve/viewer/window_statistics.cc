// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/viewer/window_statistics.h"

#include <map>
#include <optional>
#include <set>

#include "fdr/replay/recorded/whole_samples.h"
#include "fdr/replay/serve/viewer/buckets/metric_events.h"

namespace fdr {
namespace {

constexpr std::size_t kMostRankedSeries = 50'000, kManyMembers = 256;
constexpr int kLooks = 8;

}  // namespace

std::vector<NamedInstance> WindowSeriesStatistics::MembersOf(ArchiveContext& archive,
                                                             InDomId indom) const {
  auto all = archive.AllInstances(indom);
  if (!all) return {};
  if (all->size() <= kManyMembers) return *all;
  std::map<InstanceId, std::string> members;
  for (int i = 0; i <= kLooks; ++i)
    if (auto there = archive.InstancesAt(indom, window_.At(static_cast<double>(i) / kLooks)))
      for (NamedInstance& one : *there) members.try_emplace(one.id, std::move(one.name));
  std::vector<NamedInstance> some;
  some.reserve(members.size());
  for (auto& [id, name] : members) some.push_back({id, std::move(name)});
  return some;
}

Result<void> WindowSeriesStatistics::ChooseSeries(ArchiveContext& archive) {
  std::map<InDomId, std::vector<NamedInstance>> domains;
  std::set<std::pair<MetricId, InstanceId>> seen;
  std::vector<SeriesChoice> choices;
  first_.resize(choice_.metrics.size());
  for (std::size_t i = 0; i < choice_.metrics.size(); ++i) {
    const ChosenMetric& metric = choice_.metrics[i];
    const ValueRules rules = ValueRulesOf(metric.desc, choice_.raw);
    const auto add = [&](InstanceId id, const std::string& name) {
      if (!choice_.Includes(metric, id, name) || !seen.emplace(metric.desc.id, id).second) return;
      if (!first_[i]) first_[i] = series_.size();
      series_.push_back({i, id, name});
      choices.push_back({metric.desc.id,
                         id,
                         {.type = metric.desc.type,
                          .semantics = metric.desc.semantics,
                          .is_rate = rules.kind == ValueKind::kRate,
                          .scale = rules.scale}});
    };
    if (metric.desc.indom.IsNull()) {
      add(kSingular, "");
      continue;
    }
    const auto [domain, is_new] = domains.try_emplace(metric.desc.indom);
    if (is_new) domain->second = MembersOf(archive, metric.desc.indom);
    for (const NamedInstance& one : domain->second) add(one.id, one.name);
    if (series_.size() > kMostRankedSeries)
      return Fail(Errc::kTooLarge, "There are more than 50000 series; name some metrics");
  }
  pass_.emplace_back(choices, window_);
  return {};
}

Result<void> WindowSeriesStatistics::Read(ArchiveContext& archive, const CheckLimit& check) {
  if (const Result<void> chosen = ChooseSeries(archive); !chosen) return chosen;
  WholeSamples values(archive);
  if (window_.start > archive.label().start) TakeAt(values, window_.start);
  static_cast<void>(values.SetMode(Mode::kForward, window_.start));
  Timestamp last = window_.start;
  while (true) {
    if (const Result<void> go_on = check(); !go_on) return go_on;
    const Fetched fetched = values.Fetch(pass_[0].metrics(), result_);
    if (!fetched) return Fail(fetched.error());
    if (!*fetched || result_.stamp() > window_.end) break;
    pass_[0].Take(result_);
    last = result_.stamp();
  }
  const std::optional<Timestamp> gap_start = archive.GapStart();
  const bool ends_in_gap = gap_start && *gap_start < window_.end;
  if (ends_in_gap) pass_[0].BreakAt(*gap_start);
  if (const auto end = archive.EndTime(); end && window_.end < *end) {
    const Result<bool> gap = archive.HasGapBetween(last, window_.end);
    if (!gap) return Fail(gap.error());
    if (!ends_in_gap && *gap) pass_[0].Break();
    TakeAt(values, window_.end);
  }
  pass_[0].Finish();
  return {};
}

void WindowSeriesStatistics::TakeAt(Context& values, Timestamp t) {
  static_cast<void>(values.SetMode(Mode::kInterpolated, t, 0));
  const Fetched fetched = values.Fetch(pass_[0].metrics(), result_);
  if (fetched && *fetched) pass_[0].TakeInterpolated(result_);
}

SeriesPart WindowSeriesStatistics::PartOf(std::size_t series) const {
  return {.statistics = pass_[0].Of(series),
          .presence = pass_[0].PresenceOf(series),
          .samples = pass_[0].SamplesOf(series)};
}

SeriesPart WindowSeriesStatistics::PartWithout(std::size_t metric) const {
  return {.statistics = nullptr,
          .presence = 0,
          .samples = first_[metric] ? pass_[0].SamplesOf(*first_[metric]) : 0};
}

bool WindowSeriesStatistics::HasMetric(std::size_t metric) const {
  return first_[metric] && pass_[0].HasMetric(*first_[metric]);
}

}  // namespace fdr
