// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/copy/metadata_changes.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

namespace fdr {
namespace {

template <class History>
void Collect(const DataSpan& part, const History& history, MetadataChange change,
             std::vector<MetadataChange>& changes) {
  change.archive = part.archive;
  for (change.record = history.At(part.first).value_or(0); change.record < history.size();
       ++change.record) {
    change.stamp = std::max(history.StampOf(change.record), part.first);
    if (change.stamp > part.last) return;
    changes.push_back(change);
  }
}

}  // namespace

InstanceList MetadataChange::Members() const {
  InstanceList members = domain->Members(record);
  const auto same = [](const Instance& a, const Instance& b) { return a.id == b.id; };
  members.erase(std::unique(members.begin(), members.end(), same), members.end());
  return members;
}

InstanceList MetadataChange::MembersAmong(std::span<const DataSpan> parts) const {
  InstanceList all = Members();
  std::unordered_set<InstanceId> seen;
  for (const Instance& member : all) seen.insert(member.id);
  for (const DataSpan& part : parts) {
    if (part.archive == archive || stamp < part.first || part.last < stamp) continue;
    const InDomHistory* const other = part.archive->metadata().FindInDom(domain->id());
    const std::optional<std::size_t> now = other != nullptr ? other->At(stamp) : std::nullopt;
    if (!now) continue;
    for (const Instance& member : other->Members(*now))
      if (seen.insert(member.id).second) all.push_back(member);
  }
  return all;
}

std::vector<MetadataChange> ChangesOf(std::span<const DataSpan> parts) {
  std::vector<MetadataChange> changes;
  for (const DataSpan& part : parts) {
    MetadataChange change;
    for (const InDomHistory& domain : part.archive->metadata().indoms()) {
      change.domain = &domain;
      Collect(part, domain, change, changes);
    }
    change.domain = nullptr;
    for (const LabelHistory& labels : part.archive->metadata().labels()) {
      change.labels = &labels;
      Collect(part, labels, change, changes);
    }
  }
  std::stable_sort(
      changes.begin(), changes.end(),
      [](const MetadataChange& a, const MetadataChange& b) { return a.stamp < b.stamp; });
  return changes;
}

}  // namespace fdr
