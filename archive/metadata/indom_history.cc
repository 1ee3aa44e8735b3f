// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/metadata/indom_history.h"

#include <algorithm>
#include <map>
#include <string>
#include <unordered_set>

#include "fdr/archive/base/byte_writer.h"

namespace fdr {
namespace {

// A stable sort: of two entries with one identifier, lookups find the first in the record.
void SortById(InstanceList& instances) {
  const auto less = [](const Instance& a, const Instance& b) { return a.id < b.id; };
  if (!std::is_sorted(instances.begin(), instances.end(), less))
    std::stable_sort(instances.begin(), instances.end(), less);
}

InstanceList ListOf(const InDomRecord& record) {
  InstanceList list;
  list.reserve(record.entries.size());
  for (const InDomEntry& e : record.entries)
    if (!e.deleted()) list.push_back({e.id, e.name});
  SortById(list);
  return list;
}

// Members that deltas can be applied to; of several with one identifier, the first stands first.
using MemberMap = std::multimap<InstanceId, std::string_view>;

MemberMap MapOf(const InstanceList& list) {
  MemberMap map;
  for (const Instance& i : list) map.emplace_hint(map.end(), i.id, i.name);
  return map;
}

InstanceList ListOf(const MemberMap& map) {
  InstanceList list;
  list.reserve(map.size());
  for (const auto& [id, name] : map) list.push_back({id, name});
  return list;
}

// An instance that is added though it exists keeps its name; one that is deleted though it does not
// exist, or was added by the same record, is ignored.
void Apply(const InDomRecord& delta, MemberMap& members) {
  std::vector<InDomEntry> changes = delta.entries;
  std::stable_sort(changes.begin(), changes.end(),
                   [](const auto& a, const auto& b) { return a.id < b.id; });
  for (auto change = changes.begin(); change != changes.end();) {
    const InstanceId id = change->id;
    auto old = members.lower_bound(id);  // the added member goes in front of it
    bool added = false;
    for (; change != changes.end() && change->id == id; ++change) {
      const bool exists = old != members.end() && old->first == id;
      if (change->deleted()) {
        if (exists) old = members.erase(old);
      } else if (!exists && !added) {
        members.emplace_hint(old, id, change->name);
        added = true;
      }
    }
  }
}

}  // namespace

InDomRecord InDomHistory::Decode(const Snapshot& s) {
  // Cannot fail: the record was decoded when it was added.
  return *InDomRecord::Decode(s.version, s.is_delta, s.body);
}

// The content by which two records are compared, independent of their layout.
std::string InDomHistory::Content(const Snapshot& snapshot) {
  std::vector<InDomEntry> entries = Decode(snapshot).entries;
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return a.id < b.id; });
  ByteBuffer content;
  ByteWriter out(content);
  out.U8(snapshot.is_delta);
  for (const InDomEntry& e : entries) {
    out.I32(e.id);
    out.U8(e.deleted());
    out.Text(e.name);
    out.U8(0);
  }
  return std::string(AsText(content));
}

void InDomHistory::Add(Version version, const InDomRecord& record, Bytes body) {
  if (record.entries.empty()) return;
  snapshots_.push_back({.stamp = record.stamp,
                        .body = body,
                        .version = version,
                        .is_delta = record.is_delta,
                        .entries = static_cast<std::uint32_t>(record.entries.size())});
}

// A repetition with the same stamp is no snapshot of its own.  Of several equal ones, the last
// stays.
void InDomHistory::DropRepetitions() {
  std::vector<Snapshot> kept;
  kept.reserve(snapshots_.size());
  for (std::size_t from = 0, to = 0; from < snapshots_.size(); from = to) {
    while (to < snapshots_.size() && snapshots_[to].stamp == snapshots_[from].stamp) ++to;
    const std::size_t group = kept.size();
    std::unordered_set<std::string> seen;
    for (std::size_t i = to; i-- > from;)
      if (to - from == 1 || seen.insert(Content(snapshots_[i])).second)
        kept.push_back(snapshots_[i]);
    std::reverse(kept.begin() + static_cast<std::ptrdiff_t>(group), kept.end());
  }
  snapshots_ = std::move(kept);
}

void InDomHistory::Finish() {
  std::stable_sort(snapshots_.begin(), snapshots_.end(),
                   [](const Snapshot& a, const Snapshot& b) { return a.stamp < b.stamp; });
  DropRepetitions();
  PlaceCheckpoints();
}

void InDomHistory::PlaceCheckpoints() {
  checkpoints_.clear();
  largest_ = 0;
  MemberMap current;
  std::size_t changes = 0;  // since the last full list
  for (std::size_t i = 0; i < snapshots_.size(); ++i) {
    Snapshot& s = snapshots_[i];
    s.checkpoint = -1;
    if (!s.is_delta) {
      largest_ = std::max<std::size_t>(largest_, s.entries);
      changes = 0;
      const bool delta_follows = i + 1 < snapshots_.size() && snapshots_[i + 1].is_delta;
      current = delta_follows ? MapOf(ListOf(Decode(s))) : MemberMap{};
      continue;
    }
    Apply(Decode(s), current);
    largest_ = std::max(largest_, current.size());
    changes += s.entries;
    if (changes > current.size()) {
      s.checkpoint = static_cast<std::int32_t>(checkpoints_.size());
      checkpoints_.push_back(ListOf(current));
      changes = 0;
    }
  }
}

std::optional<std::size_t> InDomHistory::At(Timestamp t) const {
  const auto after =
      std::upper_bound(snapshots_.begin(), snapshots_.end(), t,
                       [](Timestamp wanted, const Snapshot& s) { return wanted < s.stamp; });
  if (after == snapshots_.begin()) return std::nullopt;
  return static_cast<std::size_t>(after - snapshots_.begin()) - 1;
}

InstanceList InDomHistory::Members(std::size_t snapshot) const {
  std::size_t base = snapshot;
  while (base > 0 && snapshots_[base].is_delta && snapshots_[base].checkpoint < 0) --base;
  const Snapshot& start = snapshots_[base];
  InstanceList members = start.checkpoint >= 0
                             ? checkpoints_[static_cast<std::size_t>(start.checkpoint)]
                             : ListOf(Decode(start));
  if (base == snapshot) return members;
  MemberMap current = MapOf(members);
  for (std::size_t i = base + 1; i <= snapshot; ++i) Apply(Decode(snapshots_[i]), current);
  return ListOf(current);
}

InstanceList InDomHistory::StoredMembers(std::size_t snapshot) const {
  if (snapshots_[snapshot].is_delta) return Members(snapshot);
  InstanceList members;
  for (const InDomEntry& entry : Decode(snapshots_[snapshot]).entries)
    members.push_back({entry.id, entry.name});
  return members;
}

InstanceList InDomHistory::AllInstances() const {
  struct Listed {
    std::size_t last;
    Instance instance;
  };
  std::unordered_map<InstanceId, Presence> presences = Presences();
  std::vector<Listed> all;
  all.reserve(presences.size());
  for (std::size_t i = snapshots_.size(); i-- > 0;)
    // An instance that a delta record does not mention is in an older record: no need to expand the
    // delta.
    for (const Instance& instance : ListOf(Decode(snapshots_[i])))
      if (const auto found = presences.extract(instance.id); !found.empty())
        all.push_back({found.mapped().last, instance});
  std::sort(all.begin(), all.end(), [](const Listed& a, const Listed& b) {
    return a.last != b.last ? a.last > b.last : a.instance.id < b.instance.id;
  });
  InstanceList instances;
  instances.reserve(all.size());
  for (const Listed& listed : all) instances.push_back(listed.instance);
  return instances;
}

std::unordered_map<InstanceId, InDomHistory::Presence> InDomHistory::Presences() const {
  std::unordered_map<InstanceId, Presence> seen;
  std::unordered_set<InstanceId> alive;
  seen.reserve(largest_);
  alive.reserve(largest_);
  // An instance that ends at a snapshot was last listed in the snapshot before, unless it is listed
  // again.
  const auto bury = [&](InstanceId id, std::size_t snapshot) {
    if (const auto it = seen.find(id); it != seen.end()) it->second.last = snapshot - 1;
  };
  for (std::size_t i = 0; i < snapshots_.size(); ++i) {
    const InDomRecord record = Decode(snapshots_[i]);
    if (!record.is_delta) {
      for (const InstanceId id : alive) bury(id, i);
      alive.clear();
    }
    for (const InDomEntry& e : record.entries) {
      if (e.deleted()) {
        if (alive.erase(e.id) > 0) bury(e.id, i);
      } else {
        alive.insert(e.id);
        seen.try_emplace(e.id, Presence{i, i});
      }
    }
  }
  for (const InstanceId id : alive) seen[id].last = snapshots_.size() - 1;
  return seen;
}

std::vector<InstanceLifetime> InDomHistory::Lifetimes() const {
  const std::unordered_map<InstanceId, Presence> seen = Presences();
  std::vector<InstanceLifetime> lifetimes;
  lifetimes.reserve(seen.size());
  for (const auto& [id, when] : seen) {
    InstanceLifetime& lifetime =
        lifetimes.emplace_back(InstanceLifetime{id, snapshots_[when.first].stamp, {}});
    if (when.last + 1 < snapshots_.size()) lifetime.death = snapshots_[when.last + 1].stamp;
  }
  std::sort(lifetimes.begin(), lifetimes.end(),
            [](const InstanceLifetime& a, const InstanceLifetime& b) { return a.id < b.id; });
  return lifetimes;
}

}  // namespace fdr
