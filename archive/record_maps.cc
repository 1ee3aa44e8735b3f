// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/record_maps.h"

#include <algorithm>

namespace fdr {
namespace {

bool IsSequenceOf(std::span<const MetricId> sequence, std::span<const ValueSet> sets) {
  return std::equal(sequence.begin(), sequence.end(), sets.begin(), sets.end(),
                    [](MetricId id, const ValueSet& set) { return id == set.id(); });
}

std::vector<MetricId> SequenceOf(std::span<const ValueSet> sets) {
  std::vector<MetricId> sequence;
  sequence.reserve(sets.size());
  for (const ValueSet& set : sets) sequence.push_back(set.id());
  return sequence;
}

bool HasTwice(std::vector<MetricId> sequence) {
  std::sort(sequence.begin(), sequence.end());
  return std::adjacent_find(sequence.begin(), sequence.end()) != sequence.end();
}

}  // namespace

std::optional<std::uint32_t> RecordMap::Find(MetricId id) const {
  const auto found = std::find(sets.begin(), sets.end(), id);
  if (found == sets.end()) return std::nullopt;
  return static_cast<std::uint32_t>(found - sets.begin());
}

RecordMap::Leg RecordMap::LegTo(std::uint32_t set) const {
  const auto behind =
      std::upper_bound(waypoints.begin(), waypoints.end(), set,
                       [](std::uint32_t wanted, const Waypoint& w) { return wanted < w.set; });
  return {*(behind - 1), behind != waypoints.end() ? behind->offset : end};
}

// The last ones are the likeliest.
std::optional<std::uint32_t> RecordMaps::KnownSequence(std::span<const ValueSet> sets) const {
  constexpr std::size_t kLookedAt = 8;
  const std::size_t first = sequences_.size() - std::min(sequences_.size(), kLookedAt);
  for (std::size_t i = sequences_.size(); i-- > first;)
    if (IsSequenceOf(sequences_[i], sets)) return static_cast<std::uint32_t>(i);
  return std::nullopt;
}

std::optional<RecordMaps::Id> RecordMaps::Add(const ResultRecord& record, std::size_t most_bytes) {
  const std::span<const ValueSet> sets = record.sets();
  if (sets.empty()) return kNone;
  const std::size_t legs = (sets.back().offset() - sets.front().offset()) / kLegSize + 1;
  std::optional<std::uint32_t> sequence = KnownSequence(sets);
  const std::size_t of_sequence = sequence ? 0 : sizeof(Sequence) + sets.size() * sizeof(MetricId);
  if (sizeof(Entry) + legs * sizeof(Waypoint) + of_sequence > most_bytes) return std::nullopt;
  if (!sequence) {
    std::vector<MetricId> ids = SequenceOf(sets);
    if (HasTwice(ids)) return kNone;
    sequence = static_cast<std::uint32_t>(sequences_.size());
    sequences_.push_back(std::move(ids));
  }
  size_ += of_sequence;
  return AddEntry(sets, *sequence);
}

RecordMaps::Id RecordMaps::AddEntry(std::span<const ValueSet> sets, std::uint32_t sequence) {
  Entry entry{.sequence = sequence, .first = static_cast<std::uint32_t>(waypoints_.size())};
  std::uint32_t next = 0;  // where a waypoint is due
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
  return RecordMap{sequences_[entry.sequence],
                   std::span(waypoints_).subspan(entry.first, entry.count), entry.end};
}

std::size_t RecordMaps::MemoryUsed() const {
  std::size_t bytes = entries_.capacity() * sizeof(Entry) +
                      waypoints_.capacity() * sizeof(Waypoint) +
                      sequences_.capacity() * sizeof(Sequence);
  for (const Sequence& sequence : sequences_) bytes += sequence.capacity() * sizeof(MetricId);
  return bytes;
}

}  // namespace fdr
