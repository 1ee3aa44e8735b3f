// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/contexts/peer_interpolation.h"

#include <algorithm>
#include <utility>

#include "fdr/replay/pcp/pmapi/base/peer_version.h"
#include "fdr/replay/pcp/pmapi/events/event_metrics.h"

namespace fdr::pmapi {

// One bucket for each member that ever existed; the last member of a bucket comes first.
InstanceOrder::InstanceOrder(const InDomHistory& domain) {
  const auto all = domain.AllInstances();
  struct Entry {
    InstanceId instance;
    std::uint32_t bucket, place;
  };
  std::vector<Entry> entries;
  for (const Instance& instance : all) {
    const auto place = static_cast<std::uint32_t>(entries.size());
    const auto bucket = static_cast<std::uint32_t>(static_cast<std::uint32_t>(instance.id) %
                                                   std::max<std::size_t>(all.size(), 1));
    entries.push_back({instance.id, bucket, place});
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.bucket != b.bucket ? a.bucket < b.bucket : a.place > b.place;
  });
  for (std::uint32_t rank = 0; rank < entries.size(); ++rank)
    members_.push_back({entries[rank].instance, rank});
  std::sort(members_.begin(), members_.end(),
            [](const Member& a, const Member& b) { return a.instance < b.instance; });
  by_rank_.resize(members_.size());
  for (std::uint32_t place = 0; place < members_.size(); ++place)
    by_rank_[members_[place].rank] = place;
}

std::span<const std::uint32_t> InstanceOrder::OfSome(std::span<const FetchedValue> values,
                                                     Memory& last) const {
  const bool is_known = std::equal(
      values.begin(), values.end(), last.instances.begin(), last.instances.end(),
      [](const FetchedValue& value, InstanceId instance) { return value.instance == instance; });
  if (is_known) return last.places;
  last.instances.clear();
  for (const FetchedValue& value : values) last.instances.push_back(value.instance);
  Sort(last);
  return last.places;
}

// Members that appeared later come last.
void InstanceOrder::Sort(Memory& memory) const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> places_by_rank;
  auto member = members_.begin();
  for (const InstanceId instance : memory.instances) {
    member = std::lower_bound(member, members_.end(), instance,
                              [](const Member& m, InstanceId id) { return m.instance < id; });
    const bool is_known = member != members_.end() && member->instance == instance;
    places_by_rank.emplace_back(
        is_known ? member->rank : static_cast<std::uint32_t>(members_.size()),
        static_cast<std::uint32_t>(places_by_rank.size()));
  }
  std::sort(places_by_rank.begin(), places_by_rank.end());
  memory.places.clear();
  for (const auto& [rank, place] : places_by_rank) memory.places.push_back(place);
}

Result<void> PeerInterpolation::Apply(ArchiveContext& archive, const FetchResult& result,
                                      std::span<std::int32_t> numvals) {
  const std::span<const FetchedSet> sets = result.sets();
  Plan(archive.timeline().metadata(), sets);
  orders_.assign(sets.size(), {});
  for (std::size_t i = 0; i < sets.size(); ++i) {
    Planned& planned = plan_[i];
    if (planned.is_of_events) numvals[i] = 0;
    if (planned.order != nullptr && sets[i].count > 1)
      orders_[i] = planned.order->Of(result.Values(sets[i]), planned.memory);
  }
  return RepeatsFaults() ? BlankCounters(archive, result, numvals) : Result<void>();
}

void PeerInterpolation::Plan(const Metadata& metadata, std::span<const FetchedSet> sets) {
  const auto same = [](const Planned& planned, const FetchedSet& set) {
    return planned.id == set.id;
  };
  if (std::equal(plan_.begin(), plan_.end(), sets.begin(), sets.end(), same)) return;
  plan_.clear();
  for (const FetchedSet& set : sets) {
    Planned& planned = plan_.emplace_back(Planned{.id = set.id});
    planned.is_of_events = FindEventMetric(set.id.value) != nullptr;
    const Desc* desc = metadata.FindDesc(set.id);
    if (desc == nullptr) continue;
    if (desc->semantics == Semantics::kCounter) planned.last = &last_[set.id];
    planned.order = OrderOf(metadata.FindInDom(desc->indom));
  }
}

const InstanceOrder* PeerInterpolation::OrderOf(const InDomHistory* domain) {
  if (domain == nullptr) return nullptr;
  return &domains_.try_emplace(domain->id(), *domain).first->second;
}

// PCP does so for every counter that had values in its last fetch, wherever that was.
Result<void> PeerInterpolation::BlankCounters(ArchiveContext& archive, const FetchResult& result,
                                              std::span<std::int32_t> numvals) {
  std::optional<Timestamp> since;  // of many counters, mostly the same
  bool gap = false;
  for (std::size_t i = 0; i < plan_.size(); ++i) {
    if (plan_[i].last == nullptr) continue;
    Last& last = *plan_[i].last;
    if (last.had_values && numvals[i] > 0) {
      if (since != last.time) {
        const Result<bool> found = archive.HasGapBetween(last.time, result.stamp());
        if (!found) return Fail(found.error());
        since = last.time;
        gap = *found;
      }
      if (gap) numvals[i] = 0;
    }
    last = {result.stamp(), numvals[i] > 0};
  }
  return {};
}

}  // namespace fdr::pmapi
