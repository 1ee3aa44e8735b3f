// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/hosts/invented_source.h"

#include <algorithm>

namespace fdr::test {
namespace {

constexpr std::int32_t kNoSuchMetric = -12357;  // PM_ERR_PMID

bool IsBelow(const std::string& name, std::string_view root) {
  return root.empty() || name == root ||
         (name.size() > root.size() && name.starts_with(root) && name[root.size()] == '.');
}

}  // namespace

Result<void> InventedSource::Ask() {
  ++questions;
  if (trouble) return Fail(*trouble, "The invented source is in trouble");
  return {};
}

InventedSource::Metric& InventedSource::Add(const std::string& name, std::uint32_t item,
                                            std::uint64_t value) {
  Metric& metric = metrics[name];
  metric.desc = {.id = MetricId::Build(1, 1, item),
                 .type = Type::kU32,
                 .indom = {},
                 .semantics = Semantics::kInstant,
                 .units = {}};
  metric.values = {{kSingular, value}};
  return metric;
}

InventedSource::Metric& InventedSource::AddSet(const std::string& name, std::uint32_t item,
                                               std::map<InstanceId, std::uint64_t> values) {
  Metric& metric = Add(name, item, 0);
  metric.desc.indom = kInvented;
  for (const auto& [id, value] : values)
    members[kInvented].try_emplace(id, "i" + std::to_string(id));
  metric.values = std::move(values);
  return metric;
}

const InventedSource::Metric* InventedSource::MetricOf(MetricId id) const {
  for (const auto& [name, metric] : metrics)
    if (metric.desc.id == id) return &metric;
  return nullptr;
}

Result<std::vector<Result<MetricId>>> InventedSource::Find(std::span<const std::string> names) {
  if (const Result<void> allowed = Ask(); !allowed) return Fail(allowed.error());
  std::vector<Result<MetricId>> all;
  for (const std::string& name : names) {
    const auto found = metrics.find(name);
    const bool has_more = std::any_of(metrics.begin(), metrics.end(), [&](const auto& metric) {
      return IsBelow(metric.first, name);
    });
    if (found != metrics.end())
      all.emplace_back(found->second.desc.id);
    else
      all.emplace_back(Fail(has_more ? Errc::kNotAMetric : Errc::kNotFound, "No metric"));
  }
  return all;
}

Result<std::vector<std::string>> InventedSource::NamesOf(MetricId id) {
  if (const Result<void> allowed = Ask(); !allowed) return Fail(allowed.error());
  std::vector<std::string> names;
  for (const auto& [name, metric] : metrics)
    if (metric.desc.id == id) names.push_back(name);
  if (names.empty()) return Fail(Errc::kNotFound, "Unknown metric");
  return names;
}

Result<std::vector<NameChild>> InventedSource::Children(std::string_view) {
  return Fail(Errc::kInvalidArgument, "Nobody asks an invented source for children");
}

Result<std::vector<std::string>> InventedSource::Traverse(std::string_view name) {
  if (const Result<void> allowed = Ask(); !allowed) return Fail(allowed.error());
  std::vector<std::string> names;
  for (const auto& [leaf, metric] : metrics)
    if (IsBelow(leaf, name)) names.push_back(leaf);
  if (names.empty()) return Fail(Errc::kNotFound, "Unknown metric name");
  return names;
}

Result<std::vector<Result<Desc>>> InventedSource::Descs(std::span<const MetricId> ids) {
  if (const Result<void> allowed = Ask(); !allowed) return Fail(allowed.error());
  std::vector<Result<Desc>> all;
  for (const MetricId id : ids) {
    const Metric* const metric = MetricOf(id);
    if (metric != nullptr)
      all.emplace_back(metric->desc);
    else
      all.emplace_back(Fail(Errc::kNotFound, "Unknown metric"));
  }
  return all;
}

Result<Desc> InventedSource::DescOf(MetricId id) {
  Result<std::vector<Result<Desc>>> descs = Descs(std::span(&id, 1));
  return descs ? std::move(descs->front()) : Fail(descs.error());
}

Result<std::vector<NamedInstance>> InventedSource::Instances(InDomId indom) {
  if (const Result<void> allowed = Ask(); !allowed) return Fail(allowed.error());
  std::vector<NamedInstance> all;
  for (const auto& [id, name] : members[indom]) all.push_back({id, name});
  return all;
}

Result<std::vector<NamedInstance>> InventedSource::AllInstances(InDomId indom) {
  return Instances(indom);
}

Result<std::string> InventedSource::Text(TextKind, std::uint32_t) {
  if (const Result<void> allowed = Ask(); !allowed) return Fail(allowed.error());
  return Fail(Errc::kNotFound, "No text");
}

Result<std::vector<OwnedLabelSet>> InventedSource::Labels(LabelLevel level, std::uint32_t id) {
  if (const Result<void> allowed = Ask(); !allowed) return Fail(allowed.error());
  std::vector<OwnedLabelSet> sets;
  const auto found = labels.find({level, level == LabelLevel::kContext ? 0 : id});
  if (found != labels.end()) sets.push_back({kSingular, found->second, {}, 0});
  return sets;
}

Fetched InventedSource::Fetch(std::span<const MetricId> ids, const Profile& profile,
                              FetchResult& result) {
  if (trouble) return Fail(*trouble, "The invented source is in trouble");
  profiles.push_back(profile);
  asked.emplace_back(ids.begin(), ids.end());
  result.Begin(now);
  now = now.Plus(step);
  for (const MetricId id : ids) {
    const Metric* const metric = MetricOf(id);
    FetchedSet& set = result.AddSet(id, SetStatus::kValues);
    if (const std::int32_t error = metric == nullptr ? kNoSuchMetric : metric->error; error != 0) {
      set.status = SetStatus::kRecordedError;
      set.code = error;
      continue;
    }
    const bool in_place = metric->desc.type == Type::k32 || metric->desc.type == Type::kU32;
    if (!in_place) set.format = ValueFormat::kPointer;
    for (const auto& [instance, value] : metric->values) {
      if (!profile.Includes(metric->desc.indom, instance)) continue;
      if (in_place)
        result.AddInPlace(instance, static_cast<std::uint32_t>(value));
      else
        result.AddNumber(instance, metric->desc.type, 8, value);
    }
    if (result.LastSet().count == 0) result.LastSet().status = SetStatus::kNoValues;
  }
  return true;
}

Fetched InventedSource::FetchRecord(FetchResult&) {
  return Fail(Errc::kInvalidArgument, "An invented source is no archive");
}

}  // namespace fdr::test
