// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/set_finder.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace fdr {

constexpr std::uint64_t kLargestInParts = 4 << 20;  // a few of these are kept
constexpr std::size_t kMostKnown = 4096;

void SetFinder::Note(const PlannedMetric& metric) {
  numbers_[metric.desc.id] = *metric.number;
  noted_.resize(*metric.number + 1);
  noted_[*metric.number] = &metric;
  RecentOf(metric.desc.id) = {};
  kinds_.ForgetNotes();
  // What is like a layout that was made without it, need not be like that with it.
  known_.clear();
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
  KnownLayout::Id* const known = map ? Recall(*map) : nullptr;
  const Layout* layout = known != nullptr ? FindLayout(*known) : nullptr;
  if (layout != nullptr && TakeRemembered(side, where, place, *layout, metrics)) return {};
  if (IsForParts(side, metrics, record.body_size)) {
    const bool are_all = metrics.Count(side) == noted_.size();
    if (map) {
      const Result<void> taken = TakeParts(side, where, place, *map, metrics);
      if (taken && known != nullptr && layout == nullptr && are_all) {
        layout = LayoutOfParts();
        *known = layout->id;
      }
      if (taken && layout != nullptr) RememberParts(where, *layout);
      return taken;
    }
    place.cursor.NoteReadInVain(record.body_size);
  }
  const Result<RecordBodies::Body> body = bodies_.Get(where);
  if (!body) return Fail(body.error());
  if (known != nullptr && layout == nullptr) {
    layout = LayoutOf(place.version, body->bytes);
    if (layout != nullptr) *known = layout->id;
  }
  if (layout == nullptr) return TakeAll(side, place, body->bytes, metrics);
  if (body->was_read && WantsOnlyNumbers(side, *layout, metrics)) {
    const RecordNumbers::Kept kept = Remember(where, body->bytes, *layout);
    if (!kept.empty() && TakeNumbers(side, place, *layout, kept, metrics)) return {};
  }
  return TakeKnown(side, place, *layout, body->bytes, metrics);
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
    const RecordLayout::Set* const known = layout.sets[open.number];
    if (open.slots[side] == 0 || known == nullptr) continue;
    const auto set = ValueSet::At(known->offset, body.size(), body);
    if (!set || set->id() != known->id) return Fail(Errc::kCorruptRecord, kRecordChanged);
    if (set->size() > 0) metrics.Take(side, *set, place.time, open);
  }
  return {};
}

// Nothing if it is not worth it.
RecordNumbers::Kept SetFinder::Remember(const RecordPlace& record, Bytes body,
                                        const Layout& layout) {
  return memory_->numbers.Note(record, layout.id, layout.known->sets.numbers(),
                               [&](std::span<std::uint64_t> numbers) {
                                 return layout.known->sets.ReadNumbers(body, numbers);
                               });
}

// Who wants more has to read the record each time.
bool SetFinder::WantsOnlyNumbers(Side side, const Layout& layout, OpenMetrics& metrics) {
  return std::ranges::none_of(metrics.all(), [&](const OpenMetric& open) {
    const RecordLayout::Set* const known = layout.sets[open.number];
    return open.slots[side] > 0 && known != nullptr && !known->HasNumbers();
  });
}

// False if it is not, or has more for them.
bool SetFinder::TakeRemembered(Side side, const RecordPlace& record, const Place& place,
                               const Layout& layout, OpenMetrics& metrics) {
  const RecordNumbers::Kept kept = memory_->numbers.Find(record, layout.id);
  return !kept.empty() && TakeNumbers(side, place, layout, kept, metrics);
}

// False if the record has more for them than these.
bool SetFinder::TakeNumbers(Side side, const Place& place, const Layout& layout,
                            const RecordNumbers::Kept& kept, OpenMetrics& metrics) {
  const RecordLayout& recorded = layout.known->sets;
  const std::span<const std::uint64_t> numbers = kept.values();
  bool is_all = true;
  for (OpenMetric& open : metrics.all()) {
    const RecordLayout::Set* const known = layout.sets[open.number];
    if (open.slots[side] == 0 || known == nullptr) continue;
    if (known->HasNumbers())
      metrics.TakeNumbers(side, recorded.NumbersOf(*known, numbers), place.time, open);
    else
      is_all = false;
  }
  return is_all;
}

// Nothing of the first record that has the map: to look into what it has is work, and for nothing
// where no two records are alike.
KnownLayout::Id* SetFinder::Recall(const RecordMap& map) {
  if (known_.size() >= kMostKnown) known_.clear();
  const auto [known, is_new] = known_.try_emplace(map.layout());
  return is_new ? nullptr : &known->second;
}

// Nothing if it was not made, or has made room for others since.
const SetFinder::Layout* SetFinder::FindLayout(KnownLayout::Id id) const {
  const auto found = id != 0 ? std::ranges::find(layouts_, id, &Layout::id) : layouts_.end();
  return found != layouts_.end() ? &*found : nullptr;
}

// The same for records of all volumes that are alike.  Nothing where a record is not as it was.
const SetFinder::Layout* SetFinder::LayoutOf(Version version, Bytes body) {
  const auto kind = kinds_.DecodeSets(version, body);
  if (!kind) return nullptr;
  const std::span<const ValueSet> sets = (*kind)->record.sets();
  SeenBySet& seen = (*kind)->note;
  seen.resize(sets.size());
  BeginLayout();
  for (std::size_t i = 0; i < sets.size(); ++i)
    if (const std::uint32_t number = NumberOf(sets[i].id(), seen[i]); number != kNone)
      AddToLayout(*noted_[number], sets[i]);
  return LayoutAsMade();
}

void SetFinder::BeginLayout() {
  made_.Clear();
  made_of_.clear();
}

void SetFinder::AddToLayout(const PlannedMetric& metric, const ValueSet& set) {
  made_.Add(metric, set, RecordNumbers::kMost);
  made_of_.push_back(*metric.number);
}

const SetFinder::Layout* SetFinder::LayoutAsMade() {
  std::shared_ptr<const KnownLayout> known = memory_->layouts.Like(made_);
  if (const Layout* const own = FindLayout(known->id); own != nullptr) return own;
  Layout& oldest = layouts_[next_layout_++ % layouts_.size()];
  oldest.id = 0;
  oldest.sets.assign(noted_.size(), nullptr);
  for (std::size_t i = 0; i < made_of_.size(); ++i)
    oldest.sets[made_of_[i]] = &known->sets.sets()[i];
  oldest.id = known->id;
  oldest.known = std::move(known);
  return &oldest;
}

// In the order of the record, so that neighbours are read together.
Result<void> SetFinder::TakeParts(Side side, const RecordPlace& record, const Place& place,
                                  const RecordMap& map, OpenMetrics& metrics) {
  wanted_.clear();
  for (OpenMetric& open : metrics.all())
    if (open.slots[side] > 0)
      if (const auto set = open.metric->PlaceIn(map)) wanted_.push_back({*set, &open, {}});
  std::sort(wanted_.begin(), wanted_.end(),
            [](const Part& a, const Part& b) { return a.place < b.place; });
  parts_.Begin(record, map);
  for (Part& part : wanted_) {
    const Result<ValueSet> set = parts_.Read(part.place, part.open->metric->desc.type);
    if (!set) return Fail(set.error());
    part.set = *set;
    if (set->size() > 0) metrics.Take(side, *set, place.time, *part.open);
  }
  return {};
}

// For those who have read all sets of the record that may ever be wanted.
const SetFinder::Layout* SetFinder::LayoutOfParts() {
  BeginLayout();
  for (const Part& part : wanted_) AddToLayout(*part.open->metric, *part.set);
  return LayoutAsMade();
}

// Whether all sets of the layout are among the parts that were read, and are numbers.
bool SetFinder::HasAllOf(const Layout& layout) const {
  return layout.known->sets.sets().size() == wanted_.size() &&
         std::ranges::all_of(wanted_, [&layout](const Part& part) {
           const RecordLayout::Set* const known = layout.sets[part.open->number];
           return known != nullptr && known->offset == part.set->offset() && known->HasNumbers();
         });
}

// Who steps from time to time comes upon the last records once more; that is not a second time.
void SetFinder::RememberParts(const RecordPlace& record, const Layout& layout) {
  if (std::ranges::find(in_parts_, record) != in_parts_.end()) return;
  in_parts_[next_in_parts_++ % in_parts_.size()] = record;
  if (HasAllOf(layout)) Remember(record, parts_.body(), layout);
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
