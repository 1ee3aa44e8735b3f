// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/bound_search.h"

#include <algorithm>
#include <utility>

#include "fdr/archive/byte_order.h"
#include "fdr/replay/number_reader.h"

namespace fdr {
namespace {

constexpr std::uint64_t kLargestInParts = 4 << 20;  // a few of these are kept
constexpr const char* kNews = "There is damage";    // upon which the search begins again

// Remembers that the same instances mostly come in the same places.
std::optional<std::uint32_t> SlotAtPlace(PlannedMetric& metric, std::uint32_t place,
                                         InstanceId instance) {
  if (metric.desc.indom.IsNull()) return 0;
  const PlannedDomain& domain = *metric.domain;
  if (place < metric.places.size()) {
    const std::uint32_t slot = metric.places[place];
    if (slot < domain.size() && domain.Instance(slot) == instance) return slot;
  }
  const auto slot = domain.FindSlot(instance);
  if (slot) {
    if (place >= metric.places.size()) metric.places.resize(place + 1);
    metric.places[place] = *slot;
  }
  return slot;
}

// Whether these are the instances of the values, in the same order.
bool HasInstances(const ValueSet& set, std::span<const std::uint32_t> words) {
  if (set.size() != words.size()) return false;
  std::uint32_t difference = 0;
  const std::byte* const pairs = set.pairs();
  for (std::size_t i = 0; i < words.size(); ++i)
    difference |= LoadRaw32(pairs + ValueSet::kPairSize * i) ^ words[i];
  return difference == 0;
}

// The living slots are others now.  Of those that stay, what is known stays.
void MoveTo(std::shared_ptr<const LivingSlots> living, PlannedMetric& metric) {
  const std::shared_ptr<const LivingSlots> before = std::exchange(metric.living, std::move(living));
  if (!before) return;
  for (Bounds& bounds : metric.bounds) bounds.Spread(before->slots);
  const std::vector<std::uint32_t>& now = metric.living->slots;
  auto at = now.begin();
  for (const std::uint32_t slot : before->slots) {
    at = std::lower_bound(at, now.end(), slot);
    if (at != now.end() && *at == slot) continue;
    for (const Side side : {kLow, kHigh}) {
      metric.bounds[side].Set(slot, {});
      metric.searched[side][slot] = 0;
    }
  }
}

// What a search keeps of a value that is no number: of the low bound its payload.
bool TakePayload(bool is_low, const ValueSet& set, std::uint32_t i, Opaque& payload) {
  const auto block = set.in_place() ? std::nullopt : set.CheckedBlock(i);
  if (block && is_low) payload.Assign(*block);
  return block.has_value();
}

}  // namespace

BoundSearch::BoundSearch(const Timeline& timeline, MarkRule marks)
    : timeline_(&timeline),
      marks_(timeline, marks),
      scale_(timeline.start()),
      cursors_{HoppingCursor(timeline), HoppingCursor(timeline)} {}

Result<bool> BoundSearch::Find(Timestamp t, std::span<PlannedMetric* const> metrics) {
  const RelativeTime time = scale_.From(t);
  mark_at_t_ = false;
  const std::size_t archive = timeline_->ArchiveBefore(t.Plus(1));
  for (PlannedMetric* metric : metrics)
    if (std::exchange(metric->archive, archive) != archive) metric->Forget();
  OpenSlots(metrics, time);
  const std::size_t learned = learned_.size();
  if (const Result<void> found = open_metrics_[kLow] > 0 ? FindBoth(t) : Result<void>(); !found) {
    // Nothing that was left half done is to be believed.
    for (const Open& open : open_) open.metric->Forget();
    if (learned_.size() == learned) return Fail(found.error());
    StartAnew();
    return false;
  }
  UpdateHolds(time);
  LimitHolds(archive);
  return true;
}

// What was found so far may rest on records that are known as damage now.
void BoundSearch::StartAnew() {
  for (const auto& [id, metric] : planned_) metric->Forget();
  for (HoppingCursor& cursor : cursors_) cursor = HoppingCursor(*timeline_);
}

Result<void> BoundSearch::FindBoth(Timestamp t) {
  if (const Result<void> moved = cursors_[kLow].MoveBehind(t); !moved) return moved;
  if (const Result<void> moved = cursors_[kHigh].MoveTo(cursors_[kLow].position()); !moved)
    return moved;
  if (const Result<void> found = FindSide(kLow, t); !found) return found;
  return FindSide(kHigh, t);
}

// Everything that lives and does not hold is searched on both sides.
void BoundSearch::OpenSlots(std::span<PlannedMetric* const> metrics, RelativeTime t) {
  open_.clear();
  std::fill(open_of_.begin(), open_of_.end(), kNone);
  open_metrics_ = {};
  for (WantedBits& wanted : wanted_bits_) wanted.of = nullptr;
  next_end_ = kNever;
  for (PlannedMetric* metric : metrics) {
    if (!metric->number) NoteFirstSearch(*metric);
    open_of_[*metric->number] = static_cast<std::uint32_t>(open_.size());
    if (const auto& living = metric->domain->LivingAt(t); living != metric->living)
      MoveTo(living, *metric);
    const LivingSlots& living = *metric->living;
    const std::size_t stale = CountStale(*metric, t);
    Open& open = open_.emplace_back(metric, *metric->number);
    if (stale == 0) continue;
    open.ends = {living.last_birth, living.first_death};
    for (const Side side : {kLow, kHigh}) {
      open.slots[side] = stale;
      open.all[side] = stale == living.slots.size();
      ++open_metrics_[side];
      next_end_[side] = Nearer(side, next_end_[side], open.ends[side]);
    }
  }
}

void BoundSearch::NoteFirstSearch(PlannedMetric& metric) {
  metric.number = static_cast<std::uint32_t>(open_of_.size());
  open_of_.push_back(kNone);
  planned_[metric.desc.id] = &metric;
  RecentOf(metric.desc.id) = {};
  kinds_.ForgetNotes();
  layouts_ = {};
}

// How many living slots do not hold: if not all, `searched` says which.
std::size_t BoundSearch::CountStale(PlannedMetric& metric, RelativeTime t) {
  const std::vector<std::uint32_t>& living = metric.living->slots;
  Bounds& low = metric.bounds[kLow];
  Bounds& high = metric.bounds[kHigh];
  if (low.common() && high.common())
    return Hold(*low.common(), *high.common(), t) ? 0 : living.size();
  std::size_t stale = 0;
  std::vector<std::uint8_t>& searched = metric.searched[kLow];
  for (const std::uint32_t slot : living) {
    searched[slot] = Hold(low.At(slot).event, high.At(slot).event, t) ? 0 : 1;
    stale += searched[slot];
  }
  if (stale > 0 && stale < living.size()) {
    metric.searched[kHigh] = searched;
    for (Bounds& bounds : metric.bounds) bounds.Spread(living);
  }
  return stale;
}

Result<void> BoundSearch::FindSide(Side side, Timestamp t) {
  const RelativeTime time = scale_.From(t);
  passed_.reset();
  while (open_metrics_[side] > 0) {
    const Result<std::optional<TimelineEvent>> event = Step(side);
    if (!event) return Fail(event.error());
    if (!*event) {  // the end of everything
      const bool at_mark = side == kLow && mark_at_t_;
      CloseAll(side, at_mark ? EventKind::kMark : EventKind::kNothing,
               at_mark ? time : kNever[side]);
      break;
    }
    const Result<bool> done = ApplyEvent(side, **event, time);
    if (!done) return Fail(done.error());
    if (*done) break;
  }
  return CheckOrderAhead(side);
}

Result<std::optional<TimelineEvent>> BoundSearch::Step(Side side) {
  HoppingCursor& cursor = cursors_[side];
  const HoppingCursor::Interest wanted = [this, side](const Metadata& metadata, MetricBits& bits) {
    SetWanted(side, metadata, bits);
  };
  const TimelinePosition here = cursor.position();
  const bool knew = cursor.KnowsDamage();
  Result<std::optional<TimelineEvent>> event =
      ReadsParts(side) ? cursor.StepHead(kAway[side], wanted) : cursor.Step(kAway[side], wanted);
  const bool is_record = event && *event && (*event)->body_size > 0;
  if (knew || is_record || !event) return event;
  // Who comes upon damage may have taken something for a record on the way there.
  const Archive& archive = timeline_->archive(here.archive);
  if (archive.HasSummary(here.position.volume) && IsNews({here.archive, here.position.volume}))
    return Fail(Errc::kCorruptRecord, kNews);
  return event;
}

// If few metrics of large records are searched, and the next one has what they want: as the record
// beside the time has, and those that a summary leads to.  Else who knows how many have to be read.
bool BoundSearch::ReadsParts(Side side) const {
  return (!passed_ || cursors_[side].KnowsDamage()) && IsForParts(side, last_size_);
}

bool BoundSearch::IsForParts(Side side, std::uint64_t body_size) const {
  return body_size <= kLargestInParts &&
         open_metrics_[side] * RecordParts::kBytesPerPart <= body_size;
}

// Where stamps go back, the record in front of that may be the one to blame.
Result<void> BoundSearch::CheckOrderAhead(Side side) {
  if (!passed_) return {};
  const Result<bool> in_order = cursors_[side].GoesOnInOrder(kAway[side], passed_->stamp);
  if (!in_order) return Fail(in_order.error());
  if (!*in_order && IsNews(passed_->volume)) return Fail(Errc::kCorruptRecord, kNews);
  return {};
}

bool BoundSearch::IsInOrder(Side side, const TimelineEvent& event) {
  const std::optional<Passed> before =
      std::exchange(passed_, Passed{event.stamp, {event.archive, event.record.volume}});
  if (!before || before->volume != passed_->volume) return true;
  return side == kLow ? event.stamp <= before->stamp : event.stamp >= before->stamp;
}

bool BoundSearch::IsNews(Volume volume) {
  return timeline_->archive(volume.first).Summary(volume.second) && learned_.insert(volume).second;
}

// True when nothing is searched any more.
Result<bool> BoundSearch::ApplyEvent(Side side, const TimelineEvent& event, RelativeTime t) {
  const RelativeTime time = scale_.From(event.stamp);
  if (mark_at_t_ && time < t) {
    CloseAll(side, EventKind::kMark, t);
    return true;
  }
  const bool is_damage = event.body_size == 0;  // or the seam between two archives
  if (!is_damage && !IsInOrder(side, event)) {
    if (IsNews({event.archive, event.record.volume})) return Fail(Errc::kCorruptRecord, kNews);
    CloseAll(side, EventKind::kMark, t);
    return true;
  }
  if (IsPast(side, next_end_[side], time)) CloseDead(side, time);
  if (open_metrics_[side] == 0) return true;
  if (!event.is_mark) {
    const Result<bool> applied = ApplyRecord(side, event);
    if (!applied) return applied;
    if (!*applied) CloseAll(side, EventKind::kMark, t);
    return open_metrics_[side] == 0;
  }
  const Result<bool> ignored = marks_.Ignores(cursors_[side].position());
  if (!ignored) return ignored;
  if (*ignored) return false;
  // A value that stands before it, at the same time, is a value at t.
  if (time == t && side == kLow) {
    mark_at_t_ = true;
    return false;
  }
  CloseAll(side, EventKind::kMark, time);
  return true;
}

// Of a record that makes no sense, the stamp makes none either: it is an error while that is news,
// so that the search begins again; then false.
Result<bool> BoundSearch::ApplyRecord(Side side, const TimelineEvent& event) {
  last_size_ = event.body_size;
  const Result<void> applied = ApplySets(side, event);
  if (applied) return true;
  if (!IsDamage(applied.error().code)) return Fail(applied.error());
  if (!IsNews({event.archive, event.record.volume})) return false;
  return timeline_->FailAt(event, applied.error());
}

Result<void> BoundSearch::ApplySets(Side side, const TimelineEvent& event) {
  HoppingCursor& cursor = cursors_[side];
  const Version version = timeline_->archive(event.archive).version();
  const RelativeTime time = scale_.From(event.stamp);
  if (!event.body.empty()) return ApplyAll(side, time, version, event.body);
  const std::optional<RecordMap> map = cursor.MapOf(event);
  if (IsForParts(side, event.body_size)) {
    if (map) return ApplyParts(side, event, *map);
    cursor.NoteReadInVain(event.body_size);
  }
  const Result<Bytes> body = bodies_.Get(cursor.PlaceOf(event));
  if (!body) return Fail(body.error());
  const Layout* const layout = map ? LayoutOf(*map, version, *body) : nullptr;
  return layout != nullptr ? ApplyKnown(side, time, *layout, *body)
                           : ApplyAll(side, time, version, *body);
}

Result<void> BoundSearch::ApplyAll(Side side, RelativeTime time, Version version, Bytes body) {
  const auto kind = kinds_.DecodeSets(version, body);
  if (!kind) return Fail(kind.error());
  const std::span<const ValueSet> sets = (*kind)->record.sets();
  SeenBySet& seen = (*kind)->note;
  seen.resize(sets.size());
  for (std::size_t i = 0; i < sets.size() && open_metrics_[side] > 0; ++i) {
    const std::size_t at = side == kLow ? sets.size() - 1 - i : i;
    if (sets[at].size() == 0) continue;
    Open* const open = OpenOf(sets[at].id(), seen[at]);
    if (open != nullptr && open->slots[side] > 0) ApplySet(side, sets[at], time, *open);
  }
  return {};
}

// Who made the map has seen that all this makes sense; but somebody may have written there since.
Result<void> BoundSearch::ApplyKnown(Side side, RelativeTime time, const Layout& layout,
                                     Bytes body) {
  for (Open& open : open_) {
    if (open.slots[side] == 0 || layout.offsets[open.number] == kNone) continue;
    const auto set = ValueSet::At(layout.offsets[open.number], body.size(), body);
    if (!set || set->id() != open.metric->desc.id)
      return Fail(Errc::kCorruptRecord, "The record has changed");
    if (set->size() > 0) ApplySet(side, *set, time, open);
  }
  return {};
}

// Nothing where the record is not as it was.
const BoundSearch::Layout* BoundSearch::LayoutOf(const RecordMap& map, Version version,
                                                 Bytes body) {
  for (const Layout& layout : layouts_)
    if (layout.of == map.layout()) return &layout;
  const auto kind = kinds_.DecodeSets(version, body);
  if (!kind) return nullptr;
  Layout& oldest = layouts_[next_layout_++ % layouts_.size()];
  oldest.of = map.layout();
  oldest.offsets.assign(open_of_.size(), kNone);
  SeenBySet& seen = (*kind)->note;
  const std::span<const ValueSet> sets = (*kind)->record.sets();
  seen.resize(sets.size());
  for (std::size_t i = 0; i < sets.size(); ++i)
    if (const std::uint32_t number = NumberOf(sets[i].id(), seen[i]); number != kNone)
      oldest.offsets[number] = sets[i].offset();
  return &oldest;
}

// In the order of the record, so that neighbours are read together.
Result<void> BoundSearch::ApplyParts(Side side, const TimelineEvent& event, const RecordMap& map) {
  wanted_.clear();
  for (Open& open : open_)
    if (open.slots[side] > 0)
      if (const auto place = open.metric->PlaceIn(map)) wanted_.push_back({*place, &open});
  std::sort(wanted_.begin(), wanted_.end(),
            [](const Part& a, const Part& b) { return a.place < b.place; });
  parts_.Begin(cursors_[side].PlaceOf(event), map);
  for (const Part& part : wanted_) {
    const Result<ValueSet> set = parts_.Read(part.place, part.open->metric->desc.type);
    if (!set) return Fail(set.error());
    if (set->size() > 0) ApplySet(side, *set, scale_.From(event.stamp), *part.open);
  }
  return {};
}

// kNone if it was never searched.  It is mostly the metric of the last such record, or else one
// that was seen lately.
std::uint32_t BoundSearch::NumberOf(MetricId id, Seen& last) {
  if (last.id == id) return last.number;
  Seen& recent = RecentOf(id);
  if (recent.id != id) {
    const auto found = planned_.find(id);
    recent = {id, found != planned_.end() ? *found->second->number : kNone};
  }
  last = recent;
  return last.number;
}

// nullptr if the metric is not searched.
BoundSearch::Open* BoundSearch::OpenOf(MetricId id, Seen& last) {
  const std::uint32_t number = NumberOf(id, last);
  const std::uint32_t open = number != kNone ? open_of_[number] : kNone;
  return open != kNone ? &open_[open] : nullptr;
}

// What is still searched behind a set is not in the next one either, if that has the same
// instances.
void BoundSearch::ApplySet(Side side, const ValueSet& set, RelativeTime time, Open& open) {
  if (ApplyWholeSet(side, set, time, open)) return;
  if (open.is_through[side] && HasInstances(set, open.metric->gone_through[side])) return;
  TellApart(side, open);
  ApplyEach(side, set, time, open);
}

void BoundSearch::ApplyEach(Side side, const ValueSet& set, RelativeTime time, Open& open) {
  PlannedMetric& metric = *open.metric;
  Bounds& bounds = metric.bounds[side];
  std::vector<std::uint8_t>& searched = metric.searched[side];
  std::vector<std::uint32_t>& gone_through = metric.gone_through[side];
  gone_through.resize(set.size());
  open.is_through[side] = true;
  const NumberReader numbers(set, metric.shape);
  std::size_t found = 0;
  // Of several values of an instance the nearest counts: in the direction of travel, the first.
  for (std::uint32_t k = 0, n = set.size(); k < n; ++k) {
    const std::uint32_t i = side == kLow ? n - 1 - k : k;
    gone_through[i] = LoadRaw32(set.pairs() + ValueSet::kPairSize * i);
    const auto slot = SlotAtPlace(metric, i, set.Instance(i));
    if (!slot || searched[*slot] == 0) continue;
    std::optional<std::uint64_t> bits;
    if (!metric.IsOpaque())
      bits = numbers.Bits(i);
    else if (TakePayload(side == kLow, set, i, metric.payloads[*slot]))
      bits = 0;
    if (!bits) {
      open.is_through[side] = false;
      continue;
    }
    bounds.Set(*slot, {{time, EventKind::kValue}, *bits});
    searched[*slot] = 0;
    ++found;
  }
  if (found == 0) return;
  metric.float_in_place = set.in_place();
  CloseSlots(side, found, open);
}

// The usual case: all of the living are searched, and the set has them in order.  If it has not,
// the numbers that they had may be gone: nobody wants those any more.
bool BoundSearch::ApplyWholeSet(Side side, const ValueSet& set, RelativeTime time, Open& open) {
  PlannedMetric& metric = *open.metric;
  const LivingSlots& living = *metric.living;
  Bounds& bounds = metric.bounds[side];
  if (!open.all[side] || set.size() != living.slots.size()) return false;
  const NumberReader numbers(set, metric.shape);
  const bool has_read =
      living.in_one_row ? numbers.ReadAll(living.words, bounds.bits().data() + living.slots.front())
                        : ReadScattered(numbers, living, bounds.bits());
  if (!has_read) return false;
  bounds.SetAll({time, EventKind::kValue});
  metric.float_in_place = set.in_place();
  CloseSlots(side, open.slots[side], open);
  return true;
}

bool BoundSearch::ReadScattered(const NumberReader& numbers, const LivingSlots& living,
                                std::span<std::uint64_t> bits) {
  numbers_.resize(living.slots.size());
  if (!numbers.ReadAll(living.words, numbers_.data())) return false;
  for (std::size_t i = 0; i < numbers_.size(); ++i) bits[living.slots[i]] = numbers_[i];
  return true;
}

// From all slots to each of them.
void BoundSearch::TellApart(Side side, Open& open) {
  if (!std::exchange(open.all[side], false)) return;
  PlannedMetric& metric = *open.metric;
  for (const std::uint32_t slot : metric.living->slots) metric.searched[side][slot] = 1;
  metric.bounds[side].Part();
}

void BoundSearch::CloseAll(Side side, EventKind kind, RelativeTime time) {
  for (Open& open : open_) {
    if (open.slots[side] == 0) continue;
    open.slots[side] = 0;
    PlannedMetric& metric = *open.metric;
    if (open.all[side]) {
      metric.bounds[side].SetAll({time, kind});
      continue;
    }
    for (const std::uint32_t slot : metric.living->slots)
      if (std::exchange(metric.searched[side][slot], 0) != 0)
        metric.bounds[side].Set(slot, {{time, kind}, 0});
  }
  open_metrics_[side] = 0;
}

// Instances have no values before their birth nor behind their death: the walk has passed it.
void BoundSearch::CloseDead(Side side, RelativeTime time) {
  next_end_[side] = kNever[side];
  for (Open& open : open_) {
    if (open.slots[side] == 0) continue;
    if (IsPast(side, open.ends[side], time)) CloseDead(side, time, open);
    next_end_[side] = Nearer(side, next_end_[side], open.ends[side]);
  }
}

void BoundSearch::CloseDead(Side side, RelativeTime time, Open& open) {
  TellApart(side, open);
  PlannedMetric& metric = *open.metric;
  const PlannedDomain& domain = *metric.domain;
  open.ends[side] = kNever[side];
  for (const std::uint32_t slot : metric.living->slots) {
    if (metric.searched[side][slot] == 0) continue;
    const RelativeTime end = side == kLow ? domain.Birth(slot) : domain.Death(slot);
    if (!IsPast(side, end, time)) {
      open.ends[side] = Nearer(side, open.ends[side], end);
      continue;
    }
    metric.bounds[side].Set(slot, {{kNever[side], EventKind::kNothing}, 0});
    metric.searched[side][slot] = 0;
    CloseSlots(side, 1, open);
  }
}

// For how long nobody has to look at the single slots again.
void BoundSearch::UpdateHolds(RelativeTime t) {
  for (const Open& open : open_) {
    if (mark_at_t_) LimitToMark(*open.metric, t);
    UpdateHolds(*open.metric);
  }
}

void BoundSearch::UpdateHolds(PlannedMetric& metric) {
  const LivingSlots& living = *metric.living;
  metric.holds_from = living.from;
  metric.holds_to = living.to;
  if (living.slots.empty()) return;
  const auto limit = [&metric](const BoundEvent& low, const BoundEvent& high) {
    metric.holds_from = std::max(metric.holds_from, HoldsFrom(low));
    metric.holds_to = std::min(metric.holds_to, high.time);
  };
  const Bounds& low = metric.bounds[kLow];
  const Bounds& high = metric.bounds[kHigh];
  if (low.common() && high.common()) return limit(*low.common(), *high.common());
  for (const std::uint32_t slot : living.slots) limit(low.At(slot).event, high.At(slot).event);
}

// What stands at the time of a mark is good for that time alone.
void BoundSearch::LimitToMark(PlannedMetric& metric, RelativeTime t) const {
  const std::vector<std::uint32_t>& living = metric.living->slots;
  Bounds& high = metric.bounds[kHigh];
  high.Spread(living);
  for (const std::uint32_t slot : living) {
    if (metric.bounds[kLow].At(slot).event.time != t) continue;
    Bound bound = high.At(slot);
    bound.event.time = t;
    high.Set(slot, bound);
  }
}

// What is known in one archive does not answer for the time of another, which may overlap it.
void BoundSearch::LimitHolds(std::size_t archive) {
  for (const Open& open : open_) {
    PlannedMetric& metric = *open.metric;
    if (archive > 0)
      metric.holds_from =
          std::max(metric.holds_from, scale_.From(timeline_->archive(archive).label().start));
    if (archive + 1 < timeline_->size())
      metric.holds_to =
          std::min(metric.holds_to, scale_.From(timeline_->archive(archive + 1).label().start));
  }
}

// So many more are found, or known not to be there.
void BoundSearch::CloseSlots(Side side, std::size_t count, Open& open) {
  open.slots[side] -= count;
  if (open.slots[side] > 0) return;
  --open_metrics_[side];
  WantedBits& wanted = wanted_bits_[side];
  if (wanted.of == nullptr) return;
  if (const auto place = open.metric->PlaceIn(*wanted.of)) ClearBit(wanted.bits, *place);
}

void BoundSearch::SetWanted(Side side, const Metadata& metadata, MetricBits& bits) {
  WantedBits& wanted = wanted_bits_[side];
  if (wanted.of != &metadata) {
    for (const Open& open : open_)
      if (open.slots[side] > 0)
        if (const auto place = open.metric->PlaceIn(metadata)) SetBit(bits, *place);
    wanted.of = &metadata;
    wanted.bits = bits;
  }
  bits = wanted.bits;
}

}  // namespace fdr
