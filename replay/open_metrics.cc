// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/open_metrics.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "fdr/archive/byte_order.h"

namespace fdr {
namespace {

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

void PutInSlots(std::span<const std::uint64_t> numbers, const LivingSlots& living,
                std::span<std::uint64_t> bits) {
  if (living.in_one_row)
    std::memcpy(&bits[living.slots.front()], numbers.data(), numbers.size_bytes());
  else
    for (std::size_t i = 0; i < numbers.size(); ++i) bits[living.slots[i]] = numbers[i];
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

// ... with their own bounds: if not all, `searched` says which.
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

// What is still searched behind a set is not in the next one either, if that has the same
// instances.
void OpenMetrics::TakeSome(Side side, const ValueSet& set, RelativeTime time, OpenMetric& open) {
  if (open.is_through[side] && HasInstances(set, open.metric->gone_through[side])) return;
  TellApart(side, open);
  TakeEach(side, set, time, open);
}

void OpenMetrics::TakeEach(Side side, const ValueSet& set, RelativeTime time, OpenMetric& open) {
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
bool OpenMetrics::TakeWhole(Side side, const ValueSet& set, RelativeTime time, OpenMetric& open) {
  PlannedMetric& metric = *open.metric;
  const LivingSlots& living = *metric.living;
  Bounds& bounds = metric.bounds[side];
  if (!open.all[side] || set.size() != living.slots.size()) return false;
  const NumberReader numbers(set, metric.shape);
  const bool has_read =
      living.in_one_row ? numbers.ReadAll(living.words, bounds.bits().data() + living.slots.front())
                        : ReadScattered(numbers, living, bounds.bits());
  if (has_read) SetWhole(side, set.in_place(), time, open);
  return has_read;
}

void OpenMetrics::SetWhole(Side side, bool in_place, RelativeTime time, OpenMetric& open) {
  open.metric->bounds[side].SetAll({time, EventKind::kValue});
  open.metric->float_in_place = in_place;
  CloseSlots(side, open.slots[side], open);
}

bool OpenMetrics::TakeNumbers(Side side, const KnownNumbers& known, RelativeTime time,
                              OpenMetric& open) {
  if (known.bits.empty()) return true;
  const LivingSlots& living = *open.metric->living;
  if (!open.all[side] || !std::equal(known.instances.begin(), known.instances.end(),
                                     living.words.begin(), living.words.end()))
    return false;
  PutInSlots(known.bits, living, open.metric->bounds[side].bits());
  SetWhole(side, known.in_place, time, open);
  return true;
}

bool OpenMetrics::ReadScattered(const NumberReader& numbers, const LivingSlots& living,
                                std::span<std::uint64_t> bits) {
  numbers_.resize(living.slots.size());
  if (!numbers.ReadAll(living.words, numbers_.data())) return false;
  PutInSlots(numbers_, living, bits);
  return true;
}

// From all slots to each of them.
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

// What stands at the time of a mark is good for that time alone.
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

// So many more are found, or known not to be there.
void OpenMetrics::CloseSlots(Side side, std::size_t count, OpenMetric& open) {
  open.slots[side] -= count;
  if (open.slots[side] > 0) return;
  --count_[side];
  WantedBits& wanted = wanted_bits_[side];
  if (!wanted.has_bits) return;
  if (const std::uint32_t place = wanted.places[open.number]; place != kNone)
    ClearBit(wanted.bits, place);
}

// Places stay as they are while searches are for the same metrics, in the same archive.
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
