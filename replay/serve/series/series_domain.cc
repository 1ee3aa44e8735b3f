// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/series_domain.h"

#include <algorithm>
#include <utility>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/replay/serve/series/id/series_id.h"

namespace fdr {
namespace {

// All names that instances ever had, the newest first.
std::vector<NamedInstance> NamesIn(const InDomHistory& history) {
  std::vector<NamedInstance> all;
  std::unordered_map<InstanceId, std::vector<std::string_view>> known;
  for (std::size_t i = history.size(); i-- > 0 && all.size() < SeriesDomain::kMost;) {
    for (const Instance& member : history.Members(i)) {
      std::vector<std::string_view>& names = known[member.id];
      if (std::find(names.begin(), names.end(), member.name) != names.end()) continue;
      names.push_back(member.name);
      all.push_back({member.id, std::string(member.name)});
    }
  }
  return all;
}

Result<std::vector<NamedInstance>> NamesOf(Context& context, InDomId indom) {
  if (const auto* archive = dynamic_cast<const ArchiveContext*>(&context)) {
    const InDomHistory* history = archive->timeline().metadata().FindInDom(indom);
    return history ? NamesIn(*history) : std::vector<NamedInstance>();
  }
  Result<std::vector<NamedInstance>> now = context.Instances(indom);
  if (!now && now.error().code == Errc::kNotFound) return std::vector<NamedInstance>();
  return now;
}

}  // namespace

Result<SeriesDomain> SeriesDomain::Make(Context& context, InDomId indom) {
  SeriesDomain domain;
  // In this order: an agent may know the labels of its instances once it was asked for these.
  Result<std::vector<NamedInstance>> names = NamesOf(context, indom);
  if (!names) return Fail(names.error());
  Result<InstanceLabels> labels = LabelsOfSource(context).OfInstances(indom);
  if (!labels) return Fail(labels.error());
  domain.labels_ = std::move(*labels);
  domain.instances_.reserve(names->size());
  for (NamedInstance& one : *names) {
    if (domain.instances_.size() == kMost) break;
    std::string id = domain.IdOf(one.id, one.name);
    domain.instances_.push_back({std::move(id), one.id, std::move(one.name)});
  }
  for (std::size_t i = 0; i < domain.instances_.size(); ++i) {
    domain.by_id_.try_emplace(domain.instances_[i].id, i);
    domain.by_instance_[domain.instances_[i].instance].push_back(i);
  }
  return domain;
}

const SeriesInstance* SeriesDomain::Find(std::string_view id) const {
  const auto found = by_id_.find(id);
  return found == by_id_.end() ? nullptr : &instances_[found->second];
}

const SeriesInstance* SeriesDomain::Find(InstanceId instance, std::string_view name) const {
  const auto found = by_instance_.find(instance);
  if (found == by_instance_.end()) return nullptr;
  for (const std::size_t place : found->second)
    if (instances_[place].name == name) return &instances_[place];
  return nullptr;
}

const SeriesInstance* SeriesDomain::FindNewest(InstanceId instance) const {
  const auto found = by_instance_.find(instance);
  return found == by_instance_.end() ? nullptr : &instances_[found->second.front()];
}

std::string SeriesDomain::IdOf(InstanceId instance, std::string_view name) const {
  return InstanceSeriesId(name, labels_.Of(instance));
}

}  // namespace fdr
