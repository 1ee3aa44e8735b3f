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
  noted_.resize(*metric.number + 1);
  noted_[*metric.number] = &metric;
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
  const RecordPlace where = place.cursor.PlaceOf(record);
  const std::optional<RecordMap> map = place.cursor.MapOf(record);
  Layout* const layout = map ? FindLayout(*map) : nullptr;
  std::span<const std::uint64_t> numbers;
  if (layout != nullptr) numbers = remembered_->Find(where, layout->number);
  if (!numbers.empty() && TakeNumbers(side, place, layout->sets, numbers, metrics)) return {};
  if (IsForParts(side, metrics, record.body_size)) {
    if (map) return TakeParts(side, record, place, *map, metrics);
    place.cursor.NoteReadInVain(record.body_size);
  }
  const Result<RecordBodies::Body> body = bodies_.Get(where);
  if (!body) return Fail(body.error());
  if (map && layout == nullptr) AddLayout(*map);
  if (layout == nullptr || !FillIn(place.version, body->bytes, *layout))
    return TakeAll(side, place, body->bytes, metrics);
  if (body->was_read && numbers.empty() && WantsOnlyNumbers(side, layout->sets, metrics)) {
    numbers = Remember(where, *layout, body->bytes);
    if (!numbers.empty() && TakeNumbers(side, place, layout->sets, numbers, metrics)) return {};
  }
  return TakeKnown(side, place, layout->sets, body->bytes, metrics);
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
Result<void> SetFinder::TakeKnown(Side side, const Place& place, const RecordLayout& layout,
                                  Bytes body, OpenMetrics& metrics) {
  for (OpenMetric& open : metrics.all()) {
    const RecordLayout::Set& known = layout.Of(open.number);
    if (open.slots[side] == 0 || !known.IsThere()) continue;
    const auto set = ValueSet::At(known.offset, body.size(), body);
    if (!set || set->id() != open.metric->desc.id)
      return Fail(Errc::kCorruptRecord, kRecordChanged);
    if (set->size() > 0) metrics.Take(side, *set, place.time, open);
  }
  return {};
}

// Nothing if it is not worth it.
std::span<const std::uint64_t> SetFinder::Remember(const RecordPlace& record, const Layout& layout,
                                                   Bytes body) {
  return remembered_->Note(record, layout.number, layout.sets.instances().size(),
                           [&](std::span<std::uint64_t> numbers) {
                             return layout.sets.ReadNumbers(noted_, body, numbers);
                           });
}

// Who wants more has to read the record each time.
bool SetFinder::WantsOnlyNumbers(Side side, const RecordLayout& layout, OpenMetrics& metrics) {
  return std::ranges::none_of(metrics.all(), [&](const OpenMetric& open) {
    const RecordLayout::Set& known = layout.Of(open.number);
    return open.slots[side] > 0 && known.IsThere() && !known.HasNumbers();
  });
}

// False if the record has more for them than these.
bool SetFinder::TakeNumbers(Side side, const Place& place, const RecordLayout& layout,
                            std::span<const std::uint64_t> numbers, OpenMetrics& metrics) {
  bool is_all = true;
  for (OpenMetric& open : metrics.all()) {
    const RecordLayout::Set& known = layout.Of(open.number);
    if (open.slots[side] == 0 || !known.IsThere()) continue;
    if (known.HasNumbers())
      metrics.TakeNumbers(side, layout.NumbersOf(known, numbers), place.time, open);
    else
      is_all = false;
  }
  return is_all;
}

SetFinder::Layout* SetFinder::FindLayout(const RecordMap& map) {
  for (Layout& layout : layouts_)
    if (layout.of == map.layout()) return &layout;
  return nullptr;
}

void SetFinder::AddLayout(const RecordMap& map) {
  Layout& oldest = layouts_[next_layout_++ % layouts_.size()];
  oldest.of = map.layout();
  oldest.number = 0;
}

// That is work, and for nothing where no two records are alike: from the second one that is like
// another.  False where the record is not as it was.
bool SetFinder::FillIn(Version version, Bytes body, Layout& layout) {
  if (layout.number != 0) return true;
  const auto kind = kinds_.DecodeSets(version, body);
  if (!kind) return false;
  const std::span<const ValueSet> sets = (*kind)->record.sets();
  SeenBySet& seen = (*kind)->note;
  seen.resize(sets.size());
  layout.sets.Begin(noted_.size());
  for (std::size_t i = 0; i < sets.size(); ++i)
    if (const std::uint32_t number = NumberOf(sets[i].id(), seen[i]); number != kNone)
      layout.sets.Add(*noted_[number], sets[i]);
  layout.number = ++last_layout_;
  return true;
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
