// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/interpolation/open_metrics.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "fdr/archive/base/byte_order.h"

namespace fdr {
namespace {

constexpr auto kNoSlot = std::numeric_limits<std::uint32_t>::max();

std::uint32_t LookUpSlot(PlannedMetric& metric, std::uint32_t place, InstanceId instance) {
  if (metric.desc.indom.IsNull()) return 0;
  const auto slot = metric.domain->FindSlot(instance);
  if (!slot) return kNoSlot;
  if (place >= metric.places.size()) metric.places.resize(place + 1, *slot);
  metric.places[place] = *slot;
  return *slot;
}

// Instances usually keep their places from set to set, so the last slot at each place is tried
// first.
inline std::uint32_t SlotAtPlace(PlannedMetric& metric, std::uint32_t place, InstanceId instance) {
  if (place < metric.places.size()) {
    const std::uint32_t slot = metric.places[place];
    if (metric.domain->Instance(slot) == instance) return slot;
  }
  return LookUpSlot(metric, place, instance);
}

}  // namespace

// The values of a recorded set, as a search takes them.
class RecordedValues {
 public:
  RecordedValues(Side side, const ValueSet& set, PlannedMetric& metric)
      : side_(side), set_(set), metric_(metric), numbers_(set, metric.shape) {}

  std::size_t size() const { return set_.size(); }
  bool in_place() const { return set_.in_place(); }
  // Big-endian, as in the record.
  std::uint32_t Instance(std::size_t i) const {
    return LoadRaw32(set_.pairs() + ValueSet::kPairSize * i);
  }
  // False if the value is not stored as its type demands.  For opaque types, keeps the payload of a
  // low bound.
  bool Take(std::uint32_t i, std::uint32_t slot, std::uint64_t& bits) const {
    if (metric_.IsOpaque()) return TakePayload(i, slot);
    const auto number = numbers_.Bits(i);
    if (number) bits = *number;
    return number.has_value();
  }

 private:
  bool TakePayload(std::uint32_t i, std::uint32_t slot) const {
    const auto block = set_.in_place() ? std::nullopt : set_.CheckedBlock(i);
    if (block && side_ == kLow) metric_.payloads[slot].Assign(*block);
    return block.has_value();
  }

  Side side_;
  const ValueSet& set_;
  PlannedMetric& metric_;
  NumberReader numbers_;
};

namespace {

// Whether the values have these instances, in the same order.
bool HaveInstances(const RecordedValues& values, std::span<const std::uint32_t> words) {
  if (values.size() != words.size()) return false;
  std::uint32_t difference = 0;
  for (std::size_t i = 0; i < words.size(); ++i) difference |= values.Instance(i) ^ words[i];
  return difference == 0;
}

void PutInSlots(std::span<const std::uint64_t> numbers, const LivingSlots& living,
                std::span<std::uint64_t> bits) {
  if (living.in_one_row)
    std::memcpy(&bits[living.slots.front()], numbers.data(), numbers.size_bytes());
  else
    for (std::size_t i = 0; i < numbers.size(); ++i) bits[living.slots[i]] = numbers[i];
}

// Changes the set of living slots.  Slots that stay keep their bounds.
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

}  // namespace

void OpenMetrics::Begin(std::span<PlannedMetric* const> metrics, std::size_t numbers,
                        RelativeTime t) {
  open_.clear();
  place_of_.assign(numbers, kNone);
  count_ = {};
  for (WantedBits& wanted : wanted_bits_) wanted.has_bits = false;
  next_end_ = OpenMetric::kNever;
  for (PlannedMetric* metric : metrics) {
    if (const auto& living = metric->domain->LivingAt(t); living != metric->living)
      MoveTo(living, *metric);
    const LivingSlots& living = *metric->living;
    const std::size_t stale = CountStale(*metric, t);
    OpenMetric& open = open_.emplace_back(*metric);
    place_of_[open.number] = static_cast<std::uint32_t>(open_.size() - 1);
    if (stale == 0) continue;
    open.ends = {living.last_birth, living.first_death};
    for (const Side side : {kLow, kHigh}) {
      open.slots[side] = stale;
      open.all[side] = stale == living.slots.size();
      ++count_[side];
      next_end_[side] = Nearer(side, next_end_[side], open.ends[side]);
    }
  }
}

// CountStale() for slots with events of their own.  If only some are stale, `searched` marks them.
std::size_t OpenMetrics::CountStaleApart(PlannedMetric& metric, RelativeTime t) {
  const std::vector<std::uint32_t>& living = metric.living->slots;
  Bounds& low = metric.bounds[kLow];
  Bounds& high = metric.bounds[kHigh];
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

// Slots still searched after a set are not in the next one either if it has the same instances.
void OpenMetrics::TakeSome(Side side, const ValueSet& set, RelativeTime time, OpenMetric& open) {
  const RecordedValues values(side, set, *open.metric);
  if (open.is_through[side] && HaveInstances(values, open.metric->gone_through[side])) return;
  TellApart(side, open);
  TakeEach(side, values, time, open);
}

void OpenMetrics::TakeEach(Side side, const RecordedValues& values, RelativeTime time,
                           OpenMetric& open) {
  PlannedMetric& metric = *open.metric;
  Bounds& bounds = metric.bounds[side];
  std::vector<std::uint8_t>& searched = metric.searched[side];
  std::vector<std::uint32_t>& gone_through = metric.gone_through[side];
  gone_through.resize(values.size());
  open.is_through[side] = true;
  std::size_t found = 0;
  // If an instance has several values, the nearest to t counts: the first in the direction of
  // travel.
  for (auto k = 0u, n = static_cast<std::uint32_t>(values.size()); k < n; ++k) {
    const std::uint32_t i = side == kLow ? n - 1 - k : k;
    gone_through[i] = values.Instance(i);
    const auto instance = static_cast<InstanceId>(__builtin_bswap32(gone_through[i]));
    const std::uint32_t slot = SlotAtPlace(metric, i, instance);
    if (slot == kNoSlot || searched[slot] == 0) continue;
    Bound bound{{time, EventKind::kValue}};
    if (!values.Take(i, slot, bound.bits)) {
      open.is_through[side] = false;
      continue;
    }
    bounds.Set(slot, bound);
    searched[slot] = 0;
    ++found;
  }
  if (found == 0) return;
  metric.float_in_place = values.in_place();
  CloseSlots(side, found, open);
}

// The usual case: all living slots are searched, and the set has them in order.  On failure the
// slots' old numbers may be overwritten: the search replaces them anyway.
bool OpenMetrics::TakeWhole(Side side, const ValueSet& set, RelativeTime time, OpenMetric& open) {
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

bool OpenMetrics::ReadScattered(const NumberReader& numbers, const LivingSlots& living,
                                std::span<std::uint64_t> bits) {
  numbers_.resize(living.slots.size());
  if (!numbers.ReadAll(living.words, numbers_.data())) return false;
  PutInSlots(numbers_, living, bits);
  return true;
}

// From "all living slots are searched" to a flag for each slot.
void OpenMetrics::TellApart(Side side, OpenMetric& open) {
  if (!std::exchange(open.all[side], false)) return;
  PlannedMetric& metric = *open.metric;
  for (const std::uint32_t slot : metric.living->slots) metric.searched[side][slot] = 1;
  metric.bounds[side].Part();
}

void OpenMetrics::CloseAll(Side side, EventKind kind, RelativeTime time) {
  for (OpenMetric& open : open_) {
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
  count_[side] = 0;
}

void OpenMetrics::CloseDead(Side side, RelativeTime time) {
  if (!IsPast(side, next_end_[side], time)) return;
  next_end_[side] = OpenMetric::kNever[side];
  for (OpenMetric& open : open_) {
    if (open.slots[side] == 0) continue;
    if (IsPast(side, open.ends[side], time)) CloseDead(side, time, open);
    next_end_[side] = Nearer(side, next_end_[side], open.ends[side]);
  }
}

void OpenMetrics::CloseDead(Side side, RelativeTime time, OpenMetric& open) {
  TellApart(side, open);
  PlannedMetric& metric = *open.metric;
  const PlannedDomain& domain = *metric.domain;
  open.ends[side] = OpenMetric::kNever[side];
  for (const std::uint32_t slot : metric.living->slots) {
    if (metric.searched[side][slot] == 0) continue;
    const RelativeTime end = side == kLow ? domain.Birth(slot) : domain.Death(slot);
    if (!IsPast(side, end, time)) {
      open.ends[side] = Nearer(side, open.ends[side], end);
      continue;
    }
    metric.bounds[side].Set(slot, {{OpenMetric::kNever[side], EventKind::kNothing}, 0});
    metric.searched[side][slot] = 0;
    CloseSlots(side, 1, open);
  }
}

void OpenMetrics::UpdateHolds(RelativeTime t, bool mark_at_t, const Times& within) {
  for (const OpenMetric& open : open_) {
    if (mark_at_t) LimitToMark(*open.metric, t);
    UpdateHolds(within, *open.metric);
  }
}

void OpenMetrics::UpdateHolds(const Times& within, PlannedMetric& metric) {
  const LivingSlots& living = *metric.living;
  metric.holds_from = std::max(living.from, within.from);
  metric.holds_to = std::min(living.to, within.to);
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

// A value at the time t of a mark holds only at t.
void OpenMetrics::LimitToMark(PlannedMetric& metric, RelativeTime t) {
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

// Notes that `count` more slots are found, or known to have no value.
void OpenMetrics::CloseSlots(Side side, std::size_t count, OpenMetric& open) {
  open.slots[side] -= count;
  if (open.slots[side] > 0) return;
  --count_[side];
  WantedBits& wanted = wanted_bits_[side];
  if (!wanted.has_bits) return;
  if (const std::uint32_t place = wanted.places[open.number]; place != kNone)
    ClearBit(wanted.bits, place);
}

// Places are looked up once per archive: they stay valid while the metadata is the same.
void OpenMetrics::SetWanted(Side side, const Metadata& metadata, MetricBits& bits) {
  WantedBits& wanted = wanted_bits_[side];
  if (wanted.of != &metadata || !wanted.has_bits) {
    if (std::exchange(wanted.of, &metadata) != &metadata) wanted.places.clear();
    wanted.places.resize(place_of_.size(), kUnknown);
    for (const OpenMetric& open : open_) {
      if (open.slots[side] == 0) continue;
      std::uint32_t& place = wanted.places[open.number];
      if (place == kUnknown) place = PlaceIn(metadata, open.metric->desc.id);
      if (place != kNone) SetBit(bits, place);
    }
    wanted.has_bits = true;
    wanted.bits = bits;
  }
  bits = wanted.bits;
}

std::uint32_t OpenMetrics::PlaceIn(const Metadata& metadata, MetricId id) {
  const auto found = metadata.IndexOf(id);
  return found ? static_cast<std::uint32_t>(*found) : kNone;
}

}  // namespace fdr
