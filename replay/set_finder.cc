// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/set_finder.h"

#include <algorithm>
#include <optional>
#include <span>

namespace fdr {

constexpr std::uint64_t kLargestInParts = 4 << 20;  // a few of these are kept

void SetFinder::Note(const PlannedMetric& metric) {
  numbers_[metric.desc.id] = *metric.number;
  RecentOf(metric.desc.id) = {};
  kinds_.ForgetNotes();
  layouts_ = {};
}

bool SetFinder::IsForParts(Side side, const OpenMetrics& metrics, std::uint64_t body_size) {
  return body_size <= kLargestInParts &&
         metrics.Count(side) * RecordParts::kBytesPerPart <= body_size;
}

Result<void> SetFinder::Take(Side side, const TimelineEvent& record, const Place& place,
                             OpenMetrics& metrics) {
  if (!record.body.empty()) return TakeAll(side, place, record.body, metrics);
  const std::optional<RecordMap> map = place.cursor.MapOf(record);
  if (IsForParts(side, metrics, record.body_size)) {
    if (map) return TakeParts(side, record, place, *map, metrics);
    place.cursor.NoteReadInVain(record.body_size);
  }
  const Result<Bytes> body = bodies_.Get(place.cursor.PlaceOf(record));
  if (!body) return Fail(body.error());
  const Layout* const layout = map ? LayoutOf(*map, place.version, *body) : nullptr;
  return layout != nullptr ? TakeKnown(side, place, *layout, *body, metrics)
                           : TakeAll(side, place, *body, metrics);
}

Result<void> SetFinder::TakeAll(Side side, const Place& place, Bytes body, OpenMetrics& metrics) {
  const auto kind = kinds_.DecodeSets(place.version, body);
  if (!kind) return Fail(kind.error());
  const std::span<const ValueSet> sets = (*kind)->record.sets();
  SeenBySet& seen = (*kind)->note;
  seen.resize(sets.size());
  for (std::size_t i = 0; i < sets.size() && metrics.Count(side) > 0; ++i) {
    const std::size_t at = side == kLow ? sets.size() - 1 - i : i;
    if (sets[at].size() == 0) continue;
    const std::uint32_t number = NumberOf(sets[at].id(), seen[at]);
    OpenMetric* const open = number != kNone ? metrics.Find(number) : nullptr;
    if (open != nullptr && open->slots[side] > 0) metrics.Take(side, sets[at], place.time, *open);
  }
  return {};
}

// Who made the map has seen that all this makes sense; but somebody may have written there since.
Result<void> SetFinder::TakeKnown(Side side, const Place& place, const Layout& layout, Bytes body,
                                  OpenMetrics& metrics) {
  for (OpenMetric& open : metrics.all()) {
    if (open.slots[side] == 0 || layout.offsets[open.number] == kNone) continue;
    const auto set = ValueSet::At(layout.offsets[open.number], body.size(), body);
    if (!set || set->id() != open.metric->desc.id)
      return Fail(Errc::kCorruptRecord, kRecordChanged);
    if (set->size() > 0) metrics.Take(side, *set, place.time, open);
  }
  return {};
}

// Nothing where the record is not as it was.
const SetFinder::Layout* SetFinder::LayoutOf(const RecordMap& map, Version version, Bytes body) {
  for (const Layout& layout : layouts_)
    if (layout.of == map.layout()) return &layout;
  const auto kind = kinds_.DecodeSets(version, body);
  if (!kind) return nullptr;
  Layout& oldest = layouts_[next_layout_++ % layouts_.size()];
  oldest.of = map.layout();
  oldest.offsets.assign(numbers_.size(), kNone);
  SeenBySet& seen = (*kind)->note;
  const std::span<const ValueSet> sets = (*kind)->record.sets();
  seen.resize(sets.size());
  for (std::size_t i = 0; i < sets.size(); ++i)
    if (const std::uint32_t number = NumberOf(sets[i].id(), seen[i]); number != kNone)
      oldest.offsets[number] = sets[i].offset();
  return &oldest;
}

// In the order of the record, so that neighbours are read together.
Result<void> SetFinder::TakeParts(Side side, const TimelineEvent& record, const Place& place,
                                  const RecordMap& map, OpenMetrics& metrics) {
  wanted_.clear();
  for (OpenMetric& open : metrics.all())
    if (open.slots[side] > 0)
      if (const auto set = open.metric->PlaceIn(map)) wanted_.push_back({*set, &open});
  std::sort(wanted_.begin(), wanted_.end(),
            [](const Part& a, const Part& b) { return a.place < b.place; });
  parts_.Begin(place.cursor.PlaceOf(record), map);
  for (const Part& part : wanted_) {
    const Result<ValueSet> set = parts_.Read(part.place, part.open->metric->desc.type);
    if (!set) return Fail(set.error());
    if (set->size() > 0) metrics.Take(side, *set, place.time, *part.open);
  }
  return {};
}

// ... or else one that was seen lately.
SetFinder::Seen SetFinder::LookUp(MetricId id) {
  Seen& recent = RecentOf(id);
  if (recent.id != id) {
    const auto found = numbers_.find(id);
    recent = {id, found != numbers_.end() ? found->second : kNone};
  }
  return recent;
}

}  // namespace fdr
