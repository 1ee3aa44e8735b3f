// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/descriptor_agreement.h"

#include <algorithm>
#include <utility>

namespace fdr {

void DescriptorAgreement::Report(MetricId id, MetadataConflict conflict, std::size_t archive) {
  if (!reported_.emplace(id, conflict.what).second) return;
  conflict.archive_before = archives_[archive];
  conflict.archive_now = archives_.back();
  conflicts_.emplace_back(id, std::move(conflict));
}

std::vector<MetadataConflict> DescriptorAgreement::Conflicts(
    const std::unordered_set<MetricId>* among) const {
  std::vector<MetadataConflict> conflicts;
  for (const auto& [id, conflict] : conflicts_)
    if (among == nullptr || among->contains(id)) conflicts.push_back(conflict);
  return conflicts;
}

// Other names are not yet added: a metric has one set of values, whatever archives call it.
bool DescriptorAgreement::HasKnownName(MetricId id, std::span<const std::string_view> names) const {
  return std::ranges::any_of(names, [&](std::string_view name) {
    const auto known = names_.find(name);
    return known != names_.end() && known->second.first == id;
  });
}

void DescriptorAgreement::AddMetric(const Desc& desc, std::span<const std::string_view> names) {
  const std::string_view name = names.empty() ? std::string_view() : names.front();
  const std::size_t archive = archives_.size() - 1;
  const auto [known, is_new] =
      metrics_.try_emplace(desc.id, Known{desc, std::string(name), archive});
  const Known& before = known->second;
  if (is_new) return;
  const auto differ = [&](std::string what, std::string was, std::string is) {
    if (was != is)
      Report(desc.id, {std::string(name), std::move(what), std::move(was), std::move(is), {}, {}},
             before.archive);
  };
  const bool has_names = !names.empty() && !before.name.empty();
  if (has_names && !HasKnownName(desc.id, names)) differ("name", before.name, std::string(name));
  if (before.desc == desc) return;
  differ("type", ToString(before.desc.type), ToString(desc.type));
  differ("semantics", ToString(before.desc.semantics), ToString(desc.semantics));
  differ("instance domain", ToString(before.desc.indom), ToString(desc.indom));
  differ("units", ToString(before.desc.units), ToString(desc.units));
}

void DescriptorAgreement::AddName(std::string_view name, MetricId id) {
  const auto known = names_.find(name);
  if (known == names_.end()) {
    names_.emplace(std::string(name), std::pair(id, archives_.size() - 1));
    return;
  }
  const auto& [before, archive] = known->second;
  if (before != id)
    Report(id, {std::string(name), "identifier", ToString(before), ToString(id), {}, {}}, archive);
}

void DescriptorAgreement::Add(const Archive& archive, const std::unordered_set<MetricId>& but_for) {
  archives_.push_back(archive.files().base);
  for (const Desc& desc : archive.metadata().metrics()) {
    if (but_for.contains(desc.id)) {
      metrics_.try_emplace(desc.id, Known{desc, {}, archives_.size() - 1});
      continue;
    }
    const auto names = archive.metadata().NamesOf(desc.id);
    AddMetric(desc, names);
    for (const std::string_view name : names) AddName(name, desc.id);
  }
}

}  // namespace fdr
