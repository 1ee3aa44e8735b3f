// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/logger/invented_source.h"

#include <algorithm>

namespace fdr::test {
namespace {

constexpr std::int32_t kNoSuchMetric = -12357;  // PM_ERR_PMID

bool IsBelow(const std::string& name, std::string_view root) {
  return root.empty() || name == root ||
         (name.size() > root.size() && name.starts_with(root) && name[root.size()] == '.');
}

}  // namespace

template <class T>
bool InventedSource::Refuses(const Done<T>& done) {
  ++questions;
  if (!trouble) return false;
  done(Fail(*trouble, "The invented source is in trouble"));
  return true;
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

const InventedSource::Metric* InventedSource::Find(MetricId id) const {
  for (const auto& [name, metric] : metrics)
    if (metric.desc.id == id) return &metric;
  return nullptr;
}

void InventedSource::StartFind(std::span<const std::string> names,
                               Done<std::vector<Result<MetricId>>> done) {
  if (Refuses(done)) return;
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
  done(std::move(all));
}

void InventedSource::StartNamesOf(MetricId id, Done<std::vector<std::string>> done) {
  if (Refuses(done)) return;
  std::vector<std::string> names;
  for (const auto& [name, metric] : metrics)
    if (metric.desc.id == id) names.push_back(name);
  if (names.empty()) return done(Fail(Errc::kNotFound, "Unknown metric"));
  done(std::move(names));
}

void InventedSource::StartChildren(std::string_view, Done<std::vector<NameChild>> done) {
  done(Fail(Errc::kInvalidArgument, "Nobody asks an invented source for children"));
}

void InventedSource::StartTraverse(std::string_view name, Done<std::vector<std::string>> done) {
  if (Refuses(done)) return;
  std::vector<std::string> names;
  for (const auto& [leaf, metric] : metrics)
    if (IsBelow(leaf, name)) names.push_back(leaf);
  if (names.empty()) return done(Fail(Errc::kNotFound, "Unknown metric name"));
  done(std::move(names));
}

void InventedSource::StartDescs(std::span<const MetricId> ids,
                                Done<std::vector<Result<Desc>>> done) {
  if (Refuses(done)) return;
  std::vector<Result<Desc>> all;
  for (const MetricId id : ids) {
    const Metric* const metric = Find(id);
    if (metric != nullptr)
      all.emplace_back(metric->desc);
    else
      all.emplace_back(Fail(Errc::kNotFound, "Unknown metric"));
  }
  done(std::move(all));
}

void InventedSource::StartInstances(InDomId indom, Done<std::vector<NamedInstance>> done) {
  if (Refuses(done)) return;
  std::vector<NamedInstance> all;
  for (const auto& [id, name] : members[indom]) all.push_back({id, name});
  done(std::move(all));
}

void InventedSource::StartAllInstances(InDomId indom, Done<std::vector<NamedInstance>> done) {
  StartInstances(indom, std::move(done));
}

void InventedSource::StartText(TextKind, std::uint32_t, Done<std::string> done) {
  if (Refuses(done)) return;
  done(Fail(Errc::kNotFound, "No text"));
}

void InventedSource::StartLabels(LabelLevel level, std::uint32_t id,
                                 Done<std::vector<OwnedLabelSet>> done) {
  if (Refuses(done)) return;
  std::vector<OwnedLabelSet> sets;
  const auto found = labels.find({level, level == LabelLevel::kContext ? 0 : id});
  if (found != labels.end()) sets.push_back({kSingular, found->second, {}, 0});
  done(std::move(sets));
}

void InventedSource::StartFetch(std::span<const MetricId> ids, const Profile& profile,
                                FetchResult& result, Done<bool> done) {
  if (trouble) return done(Fail(*trouble, "The invented source is in trouble"));
  profiles.push_back(profile);
  asked.emplace_back(ids.begin(), ids.end());
  result.Begin(now);
  now = now.Plus(step);
  for (const MetricId id : ids) {
    const Metric* const metric = Find(id);
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
  done(true);
}

void InventedSource::StartFetchRecord(FetchResult&, Done<bool> done) {
  done(Fail(Errc::kInvalidArgument, "An invented source is no archive"));
}

}  // namespace fdr::test
