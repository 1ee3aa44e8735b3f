// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/summary/record_maps.h"

#include <algorithm>
#include <numeric>

namespace fdr {

std::optional<std::uint32_t> RecordMap::Find(MetricId id) const {
  const auto found = std::lower_bound(
      by_id.begin(), by_id.end(), id,
      [this](std::uint32_t place, MetricId wanted) { return sets[place] < wanted; });
  if (found == by_id.end() || sets[*found] != id) return std::nullopt;
  return *found;
}

RecordMaps::Sequence::Sequence(std::span<const ValueSet> record) : by_id(record.size()) {
  sets.reserve(record.size());
  for (const ValueSet& set : record) sets.push_back(set.id());
  std::iota(by_id.begin(), by_id.end(), 0);
  std::sort(by_id.begin(), by_id.end(),
            [this](std::uint32_t a, std::uint32_t b) { return sets[a] < sets[b]; });
}

bool RecordMaps::Sequence::IsThatOf(std::span<const ValueSet> record) const {
  return std::equal(sets.begin(), sets.end(), record.begin(), record.end(),
                    [](MetricId id, const ValueSet& set) { return id == set.id(); });
}

bool RecordMaps::Sequence::HasTwice() const {
  return std::adjacent_find(by_id.begin(), by_id.end(), [this](std::uint32_t a, std::uint32_t b) {
           return sets[a] == sets[b];
         }) != by_id.end();
}

RecordMap::Leg RecordMap::LegTo(std::uint32_t set) const {
  const auto behind =
      std::upper_bound(waypoints.begin(), waypoints.end(), set,
                       [](std::uint32_t wanted, const Waypoint& w) { return wanted < w.set; });
  return {*(behind - 1), behind != waypoints.end() ? behind->offset : end};
}

// Tries the last sequences first, because they are the likeliest.
std::optional<std::uint32_t> RecordMaps::KnownSequence(std::span<const ValueSet> sets) const {
  constexpr std::size_t kLookedAt = 8;
  const std::size_t first = sequences_.size() - std::min(sequences_.size(), kLookedAt);
  for (std::size_t i = sequences_.size(); i-- > first;)
    if (sequences_[i].IsThatOf(sets)) return static_cast<std::uint32_t>(i);
  return std::nullopt;
}

std::optional<RecordMaps::Id> RecordMaps::Add(const ResultRecord& record, std::size_t most_bytes) {
  const std::span<const ValueSet> sets = record.sets();
  if (sets.empty()) return kNone;
  const std::size_t legs = (sets.back().offset() - sets.front().offset()) / kLegSize + 1;
  std::optional<std::uint32_t> sequence = KnownSequence(sets);
  const std::size_t of_sequence = sequence ? 0 : Sequence::SizeOf(sets.size());
  if (sizeof(Entry) + legs * sizeof(Waypoint) + of_sequence > most_bytes) return std::nullopt;
  if (!sequence) {
    Sequence made(sets);
    if (made.HasTwice()) return kNone;
    sequence = static_cast<std::uint32_t>(sequences_.size());
    sequences_.push_back(std::move(made));
  }
  size_ += of_sequence;
  return AddEntry(sets, *sequence);
}

RecordMaps::Id RecordMaps::AddEntry(std::span<const ValueSet> sets, std::uint32_t sequence) {
  Entry entry{.sequence = sequence, .first = static_cast<std::uint32_t>(waypoints_.size())};
  std::uint32_t next = 0;  // offset of the next waypoint
  for (std::uint32_t i = 0; i < sets.size(); ++i) {
    if (sets[i].offset() < next) continue;
    waypoints_.push_back({i, sets[i].offset()});
    next = sets[i].offset() + kLegSize;
  }
  entry.count = static_cast<std::uint32_t>(waypoints_.size()) - entry.first;
  entry.end = static_cast<std::uint32_t>(sets.back().end());
  size_ += sizeof(entry) + entry.count * sizeof(Waypoint);
  entries_.push_back(entry);
  return static_cast<Id>(entries_.size());
}

RecordMaps::Id RecordMaps::Append(const RecordMaps& more) {
  const auto before = static_cast<Id>(entries_.size());
  for (Entry entry : more.entries_) {
    entry.sequence += static_cast<std::uint32_t>(sequences_.size());
    entry.first += static_cast<std::uint32_t>(waypoints_.size());
    entries_.push_back(entry);
  }
  sequences_.insert(sequences_.end(), more.sequences_.begin(), more.sequences_.end());
  waypoints_.insert(waypoints_.end(), more.waypoints_.begin(), more.waypoints_.end());
  size_ += more.size_;
  return before;
}

std::optional<RecordMap> RecordMaps::Get(Id id) const {
  if (id == kNone) return std::nullopt;
  const Entry& entry = entries_[id - 1];
  const Sequence& sequence = sequences_[entry.sequence];
  return RecordMap{sequence.sets, sequence.by_id,
                   std::span(waypoints_).subspan(entry.first, entry.count), entry.end};
}

std::size_t RecordMaps::MemoryUsed() const {
  std::size_t bytes =
      entries_.capacity() * sizeof(Entry) + waypoints_.capacity() * sizeof(Waypoint);
  for (const Sequence& sequence : sequences_) bytes += Sequence::SizeOf(sequence.sets.size());
  return bytes;
}

}  // namespace fdr
