// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/interpolation/open_metrics.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

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

bool HasInstances(const ValueSet& set, std::span<const InstanceId> instances) {
  if (instances.size() != set.size()) return false;
  for (std::uint32_t i = 0; i < set.size(); ++i)
    if (instances[i] != set.Instance(i)) return false;
  return true;
}

// False if the value is not stored as its type demands.
bool TakeNumber(const NumberReader& numbers, std::uint32_t i, std::uint64_t& bits) {
  const std::optional<std::uint64_t> number = numbers.Bits(i);
  if (number) bits = *number;
  return number.has_value();
}

// The same for a payload, which only a low bound keeps.
bool TakePayload(Side side, const ValueSet& set, std::uint32_t i, Opaque& payload) {
  const std::optional<ValueBlock> block = set.in_place() ? std::nullopt : set.CheckedBlock(i);
  if (block && side == kLow) payload.Assign(*block);
  return block.has_value();
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
      metric.search[side].is_searched[slot] = 0;
    }
  }
}

}  // namespace

void OpenMetrics::Begin(std::span<PlannedMetric* const> metrics, RelativeTime t) {
  metrics_.assign(metrics.begin(), metrics.end());
  count_ = {};
  next_end_ = kNever;
  for (PlannedMetric* metric : metrics_) {
    if (const auto& living = metric->domain->LivingAt(t); living != metric->living)
      MoveTo(living, *metric);
    const LivingSlots& living = *metric->living;
    const std::size_t stale = CountStale(*metric, t);
    for (const Side side : {kLow, kHigh}) {
      SideSearch& search = metric->search[side];
      search.slots = stale;
      search.all = stale == living.slots.size();
      search.is_through = false;
      if (stale == 0) continue;
      search.end = side == kLow ? living.last_birth : living.first_death;
      ++count_[side];
      next_end_[side] = Nearer(side, next_end_[side], search.end);
    }
  }
}

// CountStale() for slots with events of their own.  If only some are stale, `searched` marks them.
std::size_t OpenMetrics::CountStaleApart(PlannedMetric& metric, RelativeTime t) {
  const std::vector<std::uint32_t>& living = metric.living->slots;
  Bounds& low = metric.bounds[kLow];
  Bounds& high = metric.bounds[kHigh];
  std::size_t stale = 0;
  std::vector<std::uint8_t>& searched = metric.search[kLow].is_searched;
  for (const std::uint32_t slot : living) {
    searched[slot] = Hold(low.At(slot).event, high.At(slot).event, t) ? 0 : 1;
    stale += searched[slot];
  }
  if (stale > 0 && stale < living.size()) {
    metric.search[kHigh].is_searched = searched;
    for (Bounds& bounds : metric.bounds) bounds.Spread(living);
  }
  return stale;
}

// Slots still searched after a set are not in the next one either if it has the same instances.
void OpenMetrics::TakeSome(Side side, const ValueSet& set, RelativeTime time,
                           PlannedMetric& metric) {
  const SideSearch& search = metric.search[side];
  if (search.is_through && HasInstances(set, search.gone_through)) return;
  TellApart(side, metric);
  TakeEach(side, set, time, metric);
}

void OpenMetrics::TakeEach(Side side, const ValueSet& set, RelativeTime time,
                           PlannedMetric& metric) {
  const NumberReader numbers(set, metric.shape);
  Bounds& bounds = metric.bounds[side];
  SideSearch& search = metric.search[side];
  search.gone_through.resize(set.size());
  search.is_through = true;
  std::size_t found = 0;
  // If an instance has several values, the nearest to t counts: the first in the direction of
  // travel.
  for (auto k = 0u, n = set.size(); k < n; ++k) {
    const std::uint32_t i = side == kLow ? n - 1 - k : k;
    const InstanceId instance = search.gone_through[i] = set.Instance(i);
    const std::uint32_t slot = SlotAtPlace(metric, i, instance);
    if (slot == kNoSlot || search.is_searched[slot] == 0) continue;
    Bound bound{{time, EventKind::kValue}};
    if (!(metric.IsOpaque() ? TakePayload(side, set, i, metric.payloads[slot])
                            : TakeNumber(numbers, i, bound.bits))) {
      search.is_through = false;
      continue;
    }
    bounds.Set(slot, bound);
    search.is_searched[slot] = 0;
    ++found;
  }
  if (found == 0) return;
  metric.float_in_place = set.in_place();
  CloseSlots(side, found, metric);
}

// The usual case: all living slots are searched, and the set has them in order.  On failure the
// slots' old numbers may be overwritten: the search replaces them anyway.
bool OpenMetrics::TakeWhole(Side side, const ValueSet& set, RelativeTime time,
                            PlannedMetric& metric) {
  const LivingSlots& living = *metric.living;
  Bounds& bounds = metric.bounds[side];
  if (!metric.search[side].all || set.size() != living.slots.size()) return false;
  const NumberReader numbers(set, metric.shape);
  const bool has_read =
      living.in_one_row
          ? numbers.ReadAll(living.instances, bounds.bits().data() + living.slots.front())
          : ReadScattered(numbers, living, bounds.bits());
  if (!has_read) return false;
  bounds.SetAll({time, EventKind::kValue});
  metric.float_in_place = set.in_place();
  CloseSlots(side, metric.search[side].slots, metric);
  return true;
}

bool OpenMetrics::ReadScattered(const NumberReader& numbers, const LivingSlots& living,
                                std::span<std::uint64_t> bits) {
  numbers_.resize(living.slots.size());
  if (!numbers.ReadAll(living.instances, numbers_.data())) return false;
  for (std::size_t i = 0; i < numbers_.size(); ++i) bits[living.slots[i]] = numbers_[i];
  return true;
}

// From "all living slots are searched" to a flag for each slot.
void OpenMetrics::TellApart(Side side, PlannedMetric& metric) {
  SideSearch& search = metric.search[side];
  if (!std::exchange(search.all, false)) return;
  for (const std::uint32_t slot : metric.living->slots) search.is_searched[slot] = 1;
  metric.bounds[side].Part();
}

void OpenMetrics::CloseAll(Side side, EventKind kind, RelativeTime time) {
  for (PlannedMetric* metric : metrics_) {
    SideSearch& search = metric->search[side];
    if (std::exchange(search.slots, 0) == 0) continue;
    if (search.all) {
      metric->bounds[side].SetAll({time, kind});
      continue;
    }
    for (const std::uint32_t slot : metric->living->slots)
      if (std::exchange(search.is_searched[slot], 0) != 0)
        metric->bounds[side].Set(slot, {{time, kind}, 0});
  }
  count_[side] = 0;
}

void OpenMetrics::CloseDead(Side side, RelativeTime time) {
  if (!IsPast(side, next_end_[side], time)) return;
  next_end_[side] = kNever[side];
  for (PlannedMetric* metric : metrics_) {
    const SideSearch& search = metric->search[side];
    if (search.slots == 0) continue;
    if (IsPast(side, search.end, time)) CloseDead(side, time, *metric);
    next_end_[side] = Nearer(side, next_end_[side], search.end);
  }
}

void OpenMetrics::CloseDead(Side side, RelativeTime time, PlannedMetric& metric) {
  TellApart(side, metric);
  SideSearch& search = metric.search[side];
  const PlannedDomain& domain = *metric.domain;
  search.end = kNever[side];
  for (const std::uint32_t slot : metric.living->slots) {
    if (search.is_searched[slot] == 0) continue;
    const RelativeTime end = side == kLow ? domain.Birth(slot) : domain.Death(slot);
    if (!IsPast(side, end, time)) {
      search.end = Nearer(side, search.end, end);
      continue;
    }
    metric.bounds[side].Set(slot, {{kNever[side], EventKind::kNothing}, 0});
    search.is_searched[slot] = 0;
    CloseSlots(side, 1, metric);
  }
}

void OpenMetrics::UpdateHolds(RelativeTime t, bool mark_at_t, const Times& within) {
  for (PlannedMetric* metric : metrics_) {
    if (mark_at_t) LimitToMark(*metric, t);
    UpdateHolds(within, *metric);
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
void OpenMetrics::CloseSlots(Side side, std::size_t count, PlannedMetric& metric) {
  std::size_t& slots = metric.search[side].slots;
  slots -= count;
  if (slots == 0) --count_[side];
}

void OpenMetrics::SetWanted(Side side, const Metadata& metadata, MetricBits& bits) const {
  for (const PlannedMetric* metric : metrics_)
    if (metric->search[side].slots > 0)
      if (const auto place = metadata.IndexOf(metric->desc.id)) SetBit(bits, *place);
}

}  // namespace fdr
