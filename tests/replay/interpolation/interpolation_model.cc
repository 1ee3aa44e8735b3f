// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tests/replay/interpolation/interpolation_model.h"

#include <algorithm>
#include <bit>

#include "fdr/replay/interpolation/interpolate.h"

namespace fdr::test {

std::optional<HistoryEvent> InterpolationModel::ValueAt(const Desc& desc, InstanceId instance,
                                                        Timestamp t, LeftOut left_out) const {
  const auto found = history_.events.find({desc.id, instance});
  if (found == history_.events.end()) return std::nullopt;
  if (!Lives(desc, instance, t)) return std::nullopt;
  if (desc.semantics == Semantics::kCounter && !IsNumeric(desc.type)) return std::nullopt;
  // The latest events at or before t, the earliest events at or behind t, and the last value at t.
  // A mark at t does not remove that value.
  std::vector<const HistoryEvent*> lows, highs;  // all of one stamp
  const HistoryEvent* exact = nullptr;
  for (const HistoryEvent& event : found->second) {
    if (event.is_mark && (event.stamp <= t ? left_out.marks_before : left_out.marks_behind))
      continue;
    if (!event.is_mark && !Lives(desc, instance, event.stamp)) continue;
    if (event.stamp <= t) {
      if (!lows.empty() && lows.back()->stamp != event.stamp) lows.clear();
      lows.push_back(&event);
    }
    if (event.stamp >= t && (highs.empty() || highs.back()->stamp == event.stamp))
      highs.push_back(&event);
    if (event.stamp == t && !event.is_mark) exact = &event;
  }
  if (left_out.earlier >= std::max<std::size_t>(lows.size(), 1) ||
      left_out.later >= std::max<std::size_t>(highs.size(), 1))
    return ValueAt(desc, instance, t);
  const HistoryEvent* low = lows.empty() ? nullptr : lows[lows.size() - 1 - left_out.earlier];
  const HistoryEvent* high = highs.empty() ? nullptr : highs[left_out.later];
  if (left_out.earlier + left_out.later > 0) {
    exact = nullptr;
    for (const HistoryEvent* event : {high, low})
      if (event != nullptr && event->stamp == t && !event->is_mark) exact = event;
  }
  if (exact != nullptr) return *exact;
  const bool has_low = low != nullptr && !low->is_mark,
             has_high = high != nullptr && !high->is_mark;
  if (!has_low || (desc.semantics != Semantics::kDiscrete && !has_high)) return std::nullopt;
  if (desc.semantics == Semantics::kCounter) return Between(desc, *low, *high, t);
  if (rule_ == ValueRule::kPrevious || !has_high || !IsNumeric(desc.type)) return *low;
  return Seconds(t) <= (Seconds(low->stamp) + Seconds(high->stamp)) / 2 ? *low : *high;
}

bool InterpolationModel::Lives(const Desc& desc, InstanceId instance, Timestamp t) const {
  if (desc.indom.IsNull()) return true;
  const auto lifetimes = history_.lifetimes.find(desc.indom);
  if (lifetimes == history_.lifetimes.end()) return false;
  const auto life = lifetimes->second.find(instance);
  if (life == lifetimes->second.end()) return false;
  if (history_.largest.at(desc.indom) < 16) return true;
  return life->second.birth <= t && (!life->second.dies || t <= life->second.death);
}

double InterpolationModel::Seconds(Timestamp t) const {
  return static_cast<double>(static_cast<long double>(t.sec - history_.start.sec) +
                             static_cast<long double>(t.nsec - history_.start.nsec) / 1e9L);
}

HistoryEvent InterpolationModel::Between(const Desc& desc, const HistoryEvent& low,
                                         const HistoryEvent& high, Timestamp t) const {
  const fdr::Between at{Seconds(t) - Seconds(low.stamp), Seconds(high.stamp) - Seconds(low.stamp)};
  const auto line = [&]<class Number, class Word>(Number, Word) {
    const auto value = [](std::uint64_t bits) {
      return std::bit_cast<Number>(static_cast<Word>(bits));
    };
    const Word bits =
        std::bit_cast<Word>(Interpolate(value(low.bits), value(high.bits), at, false));
    return HistoryEvent{.stamp = t, .bits = bits, .text = {}};
  };
  switch (desc.type) {
    case Type::k32:
      return line(std::int32_t{}, std::uint32_t{});
    case Type::kU32:
      return line(std::uint32_t{}, std::uint32_t{});
    case Type::k64:
      return line(std::int64_t{}, std::uint64_t{});
    case Type::kU64:
      return line(std::uint64_t{}, std::uint64_t{});
    case Type::kFloat:
      return line(float{}, std::uint32_t{});
    default:
      return line(double{}, std::uint64_t{});
  }
}

}  // namespace fdr::test
