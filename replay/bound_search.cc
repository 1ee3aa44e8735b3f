// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/bound_search.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace fdr {
namespace {

// The slot of an instance, or nothing for one that the metadata does not know.
std::optional<std::uint32_t> FindSlot(const PlannedMetric& metric, InstanceId instance) {
  if (metric.desc.indom.IsNull()) return 0;
  const auto at =
      std::lower_bound(metric.slots.begin(), metric.slots.end(), instance,
                       [](const Slot& slot, InstanceId wanted) { return slot.instance < wanted; });
  if (at == metric.slots.end() || at->instance != instance) return std::nullopt;
  return static_cast<std::uint32_t>(at - metric.slots.begin());
}

// As FindSlot, but remembers that the same instances mostly come in the same places.
std::optional<std::uint32_t> SlotAtPlace(PlannedMetric& metric, std::uint32_t place,
                                         InstanceId instance) {
  if (place < metric.places.size()) {
    const std::uint32_t slot = metric.places[place];
    if (slot < metric.slots.size() && metric.slots[slot].instance == instance) return slot;
  }
  const auto slot = FindSlot(metric, instance);
  if (slot) {
    if (place >= metric.places.size()) metric.places.resize(place + 1);
    metric.places[place] = *slot;
  }
  return slot;
}

// The bits of the numbers of a set, where they are stored as their type demands.
class NumberReader {
 public:
  NumberReader(const ValueSet& set, Type type)
      : set_(set),
        in_words_(type == Type::k32 || type == Type::kU32 || type == Type::kFloat),
        in_blocks_(type != Type::k32 && type != Type::kU32),
        size_(type == Type::kFloat ? 4 : 8),
        header_(BlockHeader(type, size_)) {}

  std::optional<std::uint64_t> Bits(std::uint32_t i) const {
    if (set_.in_place()) return in_words_ ? std::optional(Wide(set_.Word(i))) : std::nullopt;
    if (!in_blocks_) return std::nullopt;
    if (const std::byte* payload = set_.PayloadUnder(header_, i)) return Load(payload);
    return UntypedBits(i);
  }

 private:
  static std::uint64_t Wide(std::uint32_t word) { return word; }
  std::uint64_t Load(const std::byte* payload) const {
    return size_ == 4 ? LoadU32(payload) : LoadU64(payload);
  }

  // Very old archives do not type their blocks.
  std::optional<std::uint64_t> UntypedBits(std::uint32_t i) const {
    const auto block = set_.CheckedBlock(i);
    if (!block || block->type != Type::k32 || block->payload.size() != size_) return std::nullopt;
    return Load(block->payload.data());
  }

  const ValueSet& set_;
  bool in_words_, in_blocks_;
  std::uint32_t size_;
  std::uint32_t header_;  // of a block with such a number
};

// What a search keeps of a value that is no number: of the low bound its payload.
bool TakePayload(bool is_low, const ValueSet& set, std::uint32_t i, Opaque& payload) {
  const auto block = set.in_place() ? std::nullopt : set.CheckedBlock(i);
  if (block && is_low) payload.Assign(*block);
  return block.has_value();
}

// Nothing that a failed search may have left half done is to be believed.
void Forget(PlannedMetric& metric) {
  for (Slot& slot : metric.slots) slot.low = slot.high = Slot().high;
  metric.holds_from = kAfterAll;
  metric.holds_to = kBeforeAll;
}

}  // namespace

BoundSearch::BoundSearch(const Timeline& timeline, MarkRule marks)
    : timeline_(&timeline),
      marks_(timeline, marks),
      scale_(timeline.start()),
      cursors_{HoppingCursor(timeline), HoppingCursor(timeline)} {}

Result<void> BoundSearch::Find(Timestamp t, std::span<PlannedMetric* const> metrics) {
  const RelativeTime time = scale_.From(t);
  mark_at_t_ = false;
  const std::size_t archive = timeline_->ArchiveBefore(t.Plus(1));
  for (PlannedMetric* metric : metrics)
    if (std::exchange(metric->archive, archive) != archive) Forget(*metric);
  OpenSlots(metrics, time);
  if (slots_open_[kLow] > 0) {
    if (Result<void> found = FindBoth(t); !found) {
      for (const Open& open : open_) Forget(*open.metric);
      return found;
    }
  }
  UpdateHolds(time);
  LimitHolds(archive);
  return {};
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
  ++searches_;
  open_.clear();
  slots_open_ = {};
  next_end_ = kNever;
  for (PlannedMetric* metric : metrics) {
    if (metric->search == 0) planned_[metric->desc.id] = metric;
    metric->search = searches_;
    metric->open = open_.size();
    Open& open = open_.emplace_back(Open{metric, {0, 0}, kNever});
    for (Slot& slot : metric->slots) {
      slot.searched = 0;
      if (!slot.LivesAt(t) || slot.HoldsAt(t)) continue;
      slot.searched = 1 << kLow | 1 << kHigh;
      ++open.slots[kLow];
      open.ends[kLow] = Nearer(kLow, open.ends[kLow], slot.birth);
      open.ends[kHigh] = Nearer(kHigh, open.ends[kHigh], slot.death);
    }
    open.slots[kHigh] = open.slots[kLow];
    slots_open_[kLow] += open.slots[kLow];
    slots_open_[kHigh] += open.slots[kLow];
    for (const Side side : {kLow, kHigh})
      next_end_[side] = Nearer(side, next_end_[side], open.ends[side]);
  }
}

Result<void> BoundSearch::FindSide(Side side, Timestamp t) {
  HoppingCursor& cursor = cursors_[side];
  const Direction direction = side == kLow ? Direction::kBackward : Direction::kForward;
  const HoppingCursor::Interest wanted = [this, side](const Metadata& metadata) {
    return Wanted(side, metadata);
  };
  const RelativeTime time = scale_.From(t);
  while (slots_open_[side] > 0) {
    const Result<std::optional<TimelineEvent>> event = cursor.Step(direction, wanted);
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
  return {};
}

// True when nothing is searched any more.
Result<bool> BoundSearch::ApplyEvent(Side side, const TimelineEvent& event, RelativeTime t) {
  const RelativeTime time = scale_.From(event.stamp);
  if (mark_at_t_ && time < t) {
    CloseAll(side, EventKind::kMark, t);
    return true;
  }
  if (IsPast(side, next_end_[side], time)) CloseDead(side, time);
  if (slots_open_[side] == 0) return true;
  if (!event.is_mark) {
    if (const Result<void> applied = ApplyRecord(side, event); !applied)
      return Fail(applied.error());
    return slots_open_[side] == 0;
  }
  const Result<bool> ignored = marks_.Ignores(cursors_[side].position());
  if (!ignored) return ignored;
  if (*ignored) return false;
  if (time == t &&
      side == kLow) {  // a value that stands before it, at the same time, is a value at t
    mark_at_t_ = true;
    return false;
  }
  CloseAll(side, EventKind::kMark, time);
  return true;
}

Result<void> BoundSearch::ApplyRecord(Side side, const TimelineEvent& event) {
  const Version version = timeline_->archive(event.archive).version();
  if (const Result<void> decoded = record_.DecodeSets(version, event.body); !decoded)
    return timeline_->FailAt(event, decoded.error());
  const RelativeTime time = scale_.From(event.stamp);
  const std::span<const ValueSet> sets = record_.sets();
  for (std::size_t i = 0; i < sets.size(); ++i) {
    const std::size_t at = side == kLow ? sets.size() - 1 - i : i;
    if (sets[at].size() == 0) continue;
    const PlannedMetric* metric = MetricOf(at, sets[at].id());
    if (metric == nullptr || metric->search != searches_) continue;
    Open& open = open_[metric->open];
    if (open.slots[side] > 0) ApplySet(side, sets[at], time, open);
  }
  return {};
}

// The planned metric that a set is of.  Records are alike: it is mostly as in the one before.
PlannedMetric* BoundSearch::MetricOf(std::size_t set, MetricId id) {
  if (set >= layout_.size()) layout_.resize(set + 1);
  Layout& last = layout_[set];
  if (last.id == id && last.metric != nullptr) return last.metric;
  const auto found = planned_.find(id);
  last = {id, found != planned_.end() ? found->second : nullptr};
  return last.metric;
}

void BoundSearch::ApplySet(Side side, const ValueSet& set, RelativeTime time, Open& open) {
  PlannedMetric& metric = *open.metric;
  const auto bit = static_cast<std::uint8_t>(1 << side);
  const NumberReader numbers(set, metric.desc.type);
  std::size_t found = 0;
  // Of several values of an instance the nearest counts: in the direction of travel, the first.
  for (std::uint32_t k = 0, n = set.size(); k < n; ++k) {
    const std::uint32_t i = side == kLow ? n - 1 - k : k;
    const auto slot_number = SlotAtPlace(metric, i, set.Instance(i));
    if (!slot_number) continue;
    Slot& slot = metric.slots[*slot_number];
    if ((slot.searched & bit) == 0) continue;
    std::optional<std::uint64_t> bits;
    if (!metric.IsOpaque())
      bits = numbers.Bits(i);
    else if (TakePayload(side == kLow, set, i, metric.payloads[*slot_number]))
      bits = 0;
    if (!bits) continue;
    (side == kLow ? slot.low : slot.high) = {time, *bits, EventKind::kValue};
    slot.searched = static_cast<std::uint8_t>(slot.searched & ~bit);
    ++found;
  }
  if (found == 0) return;
  metric.float_in_place = set.in_place();
  open.slots[side] -= found;
  slots_open_[side] -= found;
}

void BoundSearch::CloseAll(Side side, EventKind kind, RelativeTime time) {
  const auto bit = static_cast<std::uint8_t>(1 << side);
  for (Open& open : open_) {
    if (open.slots[side] == 0) continue;
    for (Slot& slot : open.metric->slots) {
      if ((slot.searched & bit) == 0) continue;
      (side == kLow ? slot.low : slot.high) = {time, 0, kind};
      slot.searched = static_cast<std::uint8_t>(slot.searched & ~bit);
    }
    open.slots[side] = 0;
  }
  slots_open_[side] = 0;
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
  const auto bit = static_cast<std::uint8_t>(1 << side);
  open.ends[side] = kNever[side];
  for (Slot& slot : open.metric->slots) {
    if ((slot.searched & bit) == 0) continue;
    const RelativeTime end = side == kLow ? slot.birth : slot.death;
    if (!IsPast(side, end, time)) {
      open.ends[side] = Nearer(side, open.ends[side], end);
      continue;
    }
    (side == kLow ? slot.low : slot.high) = {kNever[side], 0, EventKind::kNothing};
    slot.searched = static_cast<std::uint8_t>(slot.searched & ~bit);
    --open.slots[side];
    --slots_open_[side];
  }
}

// For how long nobody has to look at the single slots again.
void BoundSearch::UpdateHolds(RelativeTime t) {
  for (const Open& open : open_) {
    PlannedMetric& metric = *open.metric;
    metric.holds_from = kBeforeAll;
    metric.holds_to = kAfterAll;
    for (Slot& slot : metric.slots) {
      if (!slot.wanted) continue;
      if (mark_at_t_ && slot.low.time == t) slot.high.time = t;  // good for t alone
      if (slot.LivesAt(t)) {
        metric.holds_from = std::max(metric.holds_from, slot.HoldsFrom());
        metric.holds_to = std::min(metric.holds_to, slot.high.time);
      } else if (t < slot.birth) {
        metric.holds_to = std::min(metric.holds_to, slot.birth);
      } else {
        metric.holds_from = std::max(metric.holds_from, slot.death + 1);
      }
    }
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

MetricBits BoundSearch::Wanted(Side side, const Metadata& metadata) const {
  MetricBits bits((metadata.metrics().size() + 63) / 64);
  for (const Open& open : open_)
    if (open.slots[side] > 0)
      if (const auto place = metadata.IndexOf(open.metric->desc.id)) SetBit(bits, *place);
  return bits;
}

}  // namespace fdr
