// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/interpolator.h"

#include <algorithm>
#include <bit>

#include "fdr/replay/interpolate.h"

namespace fdr {
namespace {

// In domains that were never larger than this, membership plays no part: see docs/compatibility.md.
constexpr std::size_t kSmallDomain = 15;

// In blocks there are floats and numbers of 64 bits.
constexpr std::uint32_t NumberHeader(Type type) {
  return BlockHeader(type, type == Type::kFloat ? 4 : 8);
}

template <class Number>
std::uint64_t LineBits(std::uint64_t low, std::uint64_t high, Between at, bool wraps) {
  using Word = std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>;
  const auto value = [](std::uint64_t bits) {
    return std::bit_cast<Number>(static_cast<Word>(bits));
  };
  return std::bit_cast<Word>(Interpolate(value(low), value(high), at, wraps));
}

void AddSlots(const InDomHistory& domain, const TimeScale& scale, std::vector<Slot>& slots) {
  for (const Instance& instance : domain.AllInstances()) {
    Slot& slot = slots.emplace_back();
    slot.instance = instance.id;
  }
  std::sort(slots.begin(), slots.end(),
            [](const Slot& a, const Slot& b) { return a.instance < b.instance; });
  if (domain.LargestSnapshot() <= kSmallDomain) return;
  const std::vector<InstanceLifetime> lifetimes = domain.Lifetimes();  // ascending by instance, too
  for (std::size_t i = 0; i < slots.size(); ++i) {
    slots[i].birth = scale.From(lifetimes[i].birth);
    if (lifetimes[i].death) slots[i].death = scale.From(*lifetimes[i].death);
  }
}

}  // namespace

Interpolator::Interpolator(const Timeline& timeline, const InterpolationRules& rules)
    : timeline_(&timeline),
      rules_(rules),
      scale_(timeline.start()),
      seconds_(scale_),
      search_(timeline, rules.marks) {}

void Interpolator::Request(std::span<const MetricId> metrics) {
  if (std::equal(metrics.begin(), metrics.end(), request_.begin(), request_.end())) return;
  request_.assign(metrics.begin(), metrics.end());
  requested_.clear();
  for (const MetricId id : metrics) {
    const auto [it, is_new] = places_.try_emplace(id, metrics_.size());
    if (is_new) metrics_.push_back(Plan(id));
    requested_.push_back(it->second);
  }
  distinct_ = requested_;
  std::sort(distinct_.begin(), distinct_.end());
  distinct_.erase(std::unique(distinct_.begin(), distinct_.end()), distinct_.end());
}

PlannedMetric Interpolator::Plan(MetricId id) {
  PlannedMetric metric;
  metric.desc.id = id;
  const Desc* desc = timeline_->metadata().FindDesc(id);
  if (desc == nullptr) return metric;
  metric.desc = *desc;
  metric.known = true;
  if (desc->indom.IsNull()) {
    metric.slots.resize(1);
  } else if (const InDomHistory* domain = timeline_->metadata().FindInDom(desc->indom)) {
    const auto [slots, is_new] = domain_slots_.try_emplace(desc->indom);
    if (is_new) AddSlots(*domain, scale_, slots->second);
    metric.slots = slots->second;
  }
  if (metric.IsOpaque()) metric.payloads.resize(metric.slots.size());
  Apply(metric);
  return metric;
}

void Interpolator::Apply(const Profile& profile) {
  if (profile == profile_) return;
  profile_ = profile;
  for (PlannedMetric& metric : metrics_) Apply(metric);
}

void Interpolator::Apply(PlannedMetric& metric) const {
  if (metric.desc.indom.IsNull()) return;
  for (Slot& slot : metric.slots) slot.wanted = profile_.Includes(metric.desc.indom, slot.instance);
  metric.holds_from = kAfterAll;
  metric.holds_to = kBeforeAll;
}

Result<void> Interpolator::Fetch(Timestamp t, std::span<const MetricId> metrics,
                                 const Profile& profile, FetchResult& result) {
  Request(metrics);
  Apply(profile);
  const RelativeTime time = scale_.From(t);
  stale_.clear();
  for (const std::size_t i : distinct_)
    if (!(metrics_[i].holds_from <= time && time < metrics_[i].holds_to))
      stale_.push_back(&metrics_[i]);
  if (!stale_.empty())
    if (Result<void> found = search_.Find(t, stale_); !found) return found;
  result.Begin(t);
  for (const std::size_t i : requested_) AddValues(metrics_[i], time, result);
  return {};
}

void Interpolator::AddValues(const PlannedMetric& metric, RelativeTime t, FetchResult& result) {
  if (!metric.known) {
    result.AddSet(metric.desc.id,
                  metric.desc.id.IsNull() ? SetStatus::kNoValues : SetStatus::kUnknownMetric);
    return;
  }
  if (metric.desc.semantics == Semantics::kCounter && metric.IsOpaque()) {
    result.AddSet(metric.desc.id, SetStatus::kNotInterpolable);
    return;
  }
  FetchedSet& set = result.AddSet(metric.desc.id, SetStatus::kNoValues);
  const bool in_place = metric.desc.type == Type::k32 || metric.desc.type == Type::kU32 ||
                        (metric.desc.type == Type::kFloat && metric.float_in_place);
  set.format = in_place ? ValueFormat::kInPlace : ValueFormat::kPointer;
  if (!in_place && !metric.IsOpaque()) set.header = NumberHeader(metric.desc.type);
  for (std::size_t i = 0; i < metric.slots.size(); ++i) {
    const Slot& slot = metric.slots[i];
    if (!slot.LivesAt(t)) continue;
    if (const Bound* bound = Choose(metric, slot, t)) {
      AddValue(metric, i, *bound, result);
    } else if (metric.desc.semantics == Semantics::kCounter && slot.low.kind == EventKind::kValue &&
               slot.high.kind == EventKind::kValue) {
      AddValue(metric, i, {t, Line(metric.desc.type, slot, t), EventKind::kValue}, result);
    }
  }
  FetchedSet& done = result.LastSet();
  if (done.count > 0) done.status = SetStatus::kValues;
}

// The bound whose value is the value at t, if it is not between the two.
const Bound* Interpolator::Choose(const PlannedMetric& metric, const Slot& slot, RelativeTime t) {
  const bool has_low = slot.low.kind == EventKind::kValue,
             has_high = slot.high.kind == EventKind::kValue;
  if (has_low && slot.low.time == t) return &slot.low;
  if (metric.desc.semantics == Semantics::kCounter || !has_low) return nullptr;
  if (metric.desc.semantics == Semantics::kInstant && !has_high) return nullptr;
  if (rules_.value == ValueRule::kPrevious || !has_high || metric.IsOpaque()) return &slot.low;
  const double middle = (seconds_.At(slot.low.time) + seconds_.At(slot.high.time)) / 2;
  return seconds_.At(t) <= middle ? &slot.low : &slot.high;
}

std::uint64_t Interpolator::Line(Type type, const Slot& slot, RelativeTime t) {
  const double low = seconds_.At(slot.low.time);
  const Between at{seconds_.At(t) - low, seconds_.At(slot.high.time) - low};
  const std::uint64_t a = slot.low.bits, b = slot.high.bits;
  switch (type) {
    case Type::k32:
      return LineBits<std::int32_t>(a, b, at, rules_.counters_wrap);
    case Type::kU32:
      return LineBits<std::uint32_t>(a, b, at, rules_.counters_wrap);
    case Type::k64:
      return LineBits<std::int64_t>(a, b, at, rules_.counters_wrap);
    case Type::kU64:
      return LineBits<std::uint64_t>(a, b, at, rules_.counters_wrap);
    case Type::kFloat:
      return LineBits<float>(a, b, at, rules_.counters_wrap);
    default:
      return LineBits<double>(a, b, at, rules_.counters_wrap);
  }
}

void Interpolator::AddValue(const PlannedMetric& metric, std::size_t slot, const Bound& bound,
                            FetchResult& result) const {
  const InstanceId instance = metric.slots[slot].instance;
  if (metric.IsOpaque()) {
    result.AddBytes(instance, metric.payloads[slot].type, metric.payloads[slot].bytes);
  } else if (result.LastSet().format == ValueFormat::kInPlace) {
    result.AddInPlace(instance, static_cast<std::uint32_t>(bound.bits));
  } else {
    result.AddValue({instance, NumberHeader(metric.desc.type), bound.bits});
  }
}

}  // namespace fdr
