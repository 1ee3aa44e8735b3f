// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/own_metrics_context.h"

#include <algorithm>
#include <utility>

#include "fdr/replay/name_answers.h"

namespace fdr {
namespace {

std::vector<MetricName> NamesIn(const OwnMetrics& own) {
  std::vector<MetricName> names;
  for (const OwnMetric& metric : own.metrics) names.push_back({metric.name, metric.desc.id});
  return names;
}

}  // namespace

OwnMetricsContext::OwnMetricsContext(OwnMetrics own, std::function<Timestamp()> now)
    : own_(std::move(own)), now_(std::move(now)), names_(NamesIn(own_)) {
  for (std::size_t i = 0; i < own_.metrics.size(); ++i) places_.emplace(own_.metrics[i].desc.id, i);
}

const OwnMetric* OwnMetricsContext::Metric(MetricId id) const {
  const auto found = places_.find(id);
  return found == places_.end() ? nullptr : &own_.metrics[found->second];
}

const OwnDomain* OwnMetricsContext::Domain(InDomId indom) const {
  const auto found = std::ranges::find(own_.domains, indom, &OwnDomain::id);
  return found == own_.domains.end() ? nullptr : &*found;
}

Result<void> OwnMetricsContext::SetMode(Mode mode, std::optional<Timestamp>, std::int64_t) {
  if (mode == Mode::kLive) return {};
  return Fail(Errc::kInvalidArgument, "A server's own metrics are those of the present");
}

Result<std::vector<Result<MetricId>>> OwnMetricsContext::Find(std::span<const std::string> names) {
  return FindIn(names_.tree(), names);
}

Result<Desc> OwnMetricsContext::DescOf(MetricId id) {
  if (const OwnMetric* metric = Metric(id)) return metric->desc;
  return UnknownMetric(id);
}

Result<std::vector<NamedInstance>> OwnMetricsContext::Instances(InDomId indom) {
  if (const OwnDomain* domain = Domain(indom)) return domain->members();
  return Fail(Errc::kNotFound, "Unknown instance domain " + ToString(indom));
}

Result<std::string> OwnMetricsContext::Text(TextKind kind, std::uint32_t id) {
  const OwnMetric* metric = IsOfMetric(kind) ? Metric(MetricId{id}) : nullptr;
  if (metric != nullptr) return metric->help;
  return Fail(Errc::kNotFound, "There is no such text");
}

Result<std::vector<OwnedLabelSet>> OwnMetricsContext::Labels(LabelLevel, std::uint32_t) {
  return std::vector<OwnedLabelSet>();
}

Fetched OwnMetricsContext::Fetch(std::span<const MetricId> metrics, const Profile& profile,
                                 FetchResult& result) {
  result.Begin(now_());
  for (const MetricId id : metrics) {
    if (const OwnMetric* metric = Metric(id))
      AddOwnSet(*metric, profile, result);
    else
      result.AddSet(id, SetStatus::kUnknownMetric);
  }
  return true;
}

Fetched OwnMetricsContext::FetchRecord(FetchResult&) {
  return Fail(Errc::kInvalidArgument, "A server has no records of its own metrics");
}

}  // namespace fdr
