// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/interpolation/interpolator.h"

#include <bit>

#include "fdr/replay/values/growth.h"

namespace fdr {
namespace {

// Computes the bits of a number on the line between two numbers, from their bits.
template <class Number>
struct Line {
  using Word = std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>;

  Between at;
  CounterRule rule;

  static Number Value(std::uint64_t bits) { return std::bit_cast<Number>(static_cast<Word>(bits)); }
  std::uint64_t operator()(std::uint64_t low, std::uint64_t high) const {
    const Number from = Value(low), to = Value(high);
    // PCP's arithmetic takes growth by more than 2^31 for a fall.
    if constexpr (std::is_same_v<Number, std::int32_t>)
      if (rule == CounterRule::kPlausibleWrap && GrowthBetween(from, to, rule))
        return std::bit_cast<Word>(InterpolateGrowth(from, to, at));
    // PCP's arithmetic finds out by itself which numbers wrapped.
    const bool wraps = rule == CounterRule::kPcpWrap || HasWrapped(from, to, rule);
    return std::bit_cast<Word>(Interpolate(from, to, at, wraps));
  }
};

// Calls `use` with the Line for a numeric type.
template <class Use>
void WithLine(Type type, Between at, CounterRule rule, Use use) {
  switch (type) {
    case Type::k32:
      return use(Line<std::int32_t>{at, rule});
    case Type::kU32:
      return use(Line<std::uint32_t>{at, rule});
    case Type::k64:
      return use(Line<std::int64_t>{at, rule});
    case Type::kU64:
      return use(Line<std::uint64_t>{at, rule});
    case Type::kFloat:
      return use(Line<float>{at, rule});
    default:
      return use(Line<double>{at, rule});
  }
}

}  // namespace

Interpolator::Interpolator(const Timeline& timeline, const InterpolationRules& rules)
    : rules_(rules),
      scale_(timeline.start()),
      seconds_(scale_),
      plan_(std::make_unique<FetchPlan>(timeline)),
      search_(timeline, rules.marks, *plan_) {}

Result<void> Interpolator::Fetch(Timestamp t, std::span<const MetricId> metrics,
                                 const Profile& profile, FetchResult& result) {
  plan_->Request(metrics, profile);
  const RelativeTime time = scale_.From(t);
  while (FindStale(time)) {
    const Result<bool> found = search_.Find(t, stale_);
    if (!found) return Fail(found.error());
    if (*found) break;
  }
  result.Begin(t);
  for (const PlannedMetric* metric : plan_->requested()) AddValues(*metric, time, result);
  return {};
}

bool Interpolator::FindStale(RelativeTime t) {
  stale_.clear();
  for (PlannedMetric* metric : plan_->distinct())
    if (metric->IsStaleAt(t)) stale_.push_back(metric);
  return !stale_.empty();
}

void Interpolator::AddValues(const PlannedMetric& metric, RelativeTime t, FetchResult& result) {
  if (metric.domain == nullptr) {
    result.AddSet(metric.desc.id,
                  metric.desc.id.IsNull() ? SetStatus::kNoValues : SetStatus::kUnknownMetric);
    return;
  }
  if (metric.desc.semantics == Semantics::kCounter && metric.IsOpaque()) {
    result.AddSet(metric.desc.id, SetStatus::kNotInterpolable);
    return;
  }
  FetchedSet& set = result.AddSet(metric.desc.id, SetStatus::kNoValues);
  const bool in_place = metric.shape.in_words && (!metric.shape.in_blocks || metric.float_in_place);
  set.format = in_place ? ValueFormat::kInPlace : ValueFormat::kPointer;
  if (!in_place && metric.shape.in_blocks) set.header = metric.shape.header;
  if (metric.bounds[kLow].common() && metric.bounds[kHigh].common() && !metric.IsOpaque())
    AddAll(metric, t, result);
  else
    AddEach(metric, t, result);
  FetchedSet& done = result.LastSet();
  if (done.count > 0) done.status = SetStatus::kValues;
}

// Adds the values when all living slots have them from the same two records.
void Interpolator::AddAll(const PlannedMetric& metric, RelativeTime t, FetchResult& result) {
  const Bounds& low = metric.bounds[kLow];
  const Bounds& high = metric.bounds[kHigh];
  const LivingSlots& living = *metric.living;
  const Choice choice = Choose(metric, *low.common(), *high.common(), t);
  if (choice == Choice::kNone) return;
  const std::uint32_t header = result.LastSet().header;
  const std::span<FetchedValue> values =
      result.AddValues(static_cast<std::uint32_t>(living.slots.size()));
  const auto fill = [&](auto bits_of) {
    const auto set = [&](std::size_t i, std::size_t slot) {
      values[i] = {living.instances[i], header, bits_of(slot)};
    };
    if (living.in_one_row)
      for (std::size_t i = 0, first = living.slots.front(); i < values.size(); ++i)
        set(i, first + i);
    else
      for (std::size_t i = 0; i < values.size(); ++i) set(i, living.slots[i]);
  };
  const std::uint64_t* const lows = low.bits().data();
  const std::uint64_t* const highs = high.bits().data();
  if (choice == Choice::kLine)
    WithLine(
        metric.desc.type, Place(*low.common(), *high.common(), t), rules_.counters,
        [&](auto line) { fill([=](std::size_t slot) { return line(lows[slot], highs[slot]); }); });
  else
    fill([bits = choice == Choice::kLow ? lows : highs](std::size_t slot) { return bits[slot]; });
}

void Interpolator::AddEach(const PlannedMetric& metric, RelativeTime t, FetchResult& result) {
  const LivingSlots& living = *metric.living;
  const std::uint32_t header = result.LastSet().header;
  for (std::size_t i = 0; i < living.slots.size(); ++i) {
    const std::uint32_t slot = living.slots[i];
    const Bound low = metric.bounds[kLow].At(slot), high = metric.bounds[kHigh].At(slot);
    const Choice choice = Choose(metric, low.event, high.event, t);
    if (choice == Choice::kNone) continue;
    if (metric.IsOpaque()) {
      result.AddBytes(living.instances[i], metric.payloads[slot].type, metric.payloads[slot].bytes);
      continue;
    }
    std::uint64_t bits = choice == Choice::kLow ? low.bits : high.bits;
    if (choice == Choice::kLine)
      WithLine(metric.desc.type, Place(low.event, high.event, t), rules_.counters,
               [&](auto line) { bits = line(low.bits, high.bits); });
    result.AddValue({living.instances[i], header, bits});
  }
}

// Chooses the source of the value at t.
Interpolator::Choice Interpolator::Choose(const PlannedMetric& metric, const BoundEvent& low,
                                          const BoundEvent& high, RelativeTime t) {
  const bool has_low = low.kind == EventKind::kValue, has_high = high.kind == EventKind::kValue;
  if (!has_low) return Choice::kNone;
  if (low.time == t) return Choice::kLow;
  if (metric.desc.semantics == Semantics::kCounter) return has_high ? Choice::kLine : Choice::kNone;
  if (metric.desc.semantics != Semantics::kDiscrete && !has_high) return Choice::kNone;
  if (rules_.value == ValueRule::kPrevious || !has_high || metric.IsOpaque()) return Choice::kLow;
  const double middle = (seconds_.At(low.time) + seconds_.At(high.time)) / 2;
  return seconds_.At(t) <= middle ? Choice::kLow : Choice::kHigh;
}

Between Interpolator::Place(const BoundEvent& low, const BoundEvent& high, RelativeTime t) {
  const double start = seconds_.At(low.time);
  return {seconds_.At(t) - start, seconds_.At(high.time) - start};
}

}  // namespace fdr
