// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/history_values.h"

#include <cmath>
#include <optional>
#include <utility>

#include "fdr/replay/derive/typed_numbers.h"
#include "fdr/replay/values/growth.h"

namespace fdr {
namespace {

// The difference of unsigned numbers, which wraps.
template <class T>
T WrappedDifference(T now, T before) {
  return static_cast<T>(static_cast<WrappingOf<T>>(now) - static_cast<WrappingOf<T>>(before));
}

// The difference as a real number, rounded once.
template <class T>
double RealDifference(T now, T before) {
  if constexpr (std::is_integral_v<T>) {
    const auto gap = static_cast<WrappingOf<T>>(now >= before ? WrappedDifference(now, before)
                                                              : WrappedDifference(before, now));
    return now >= before ? static_cast<double>(gap) : -static_cast<double>(gap);
  } else {
    return static_cast<double>(now) - static_cast<double>(before);
  }
}

// Rounded once, as in PCP, unless the time is centuries.
double ElapsedSeconds(Timestamp before, Timestamp now) {
  constexpr double kCenturies = 9e9;
  const double seconds = SecondsBetween(before, now);
  if (!(std::fabs(seconds) < kCenturies)) return seconds;
  const std::int64_t nanoseconds =
      (now.sec - before.sec) * kNanosPerSecond + now.nsec - before.nsec;
  return static_cast<double>(nanoseconds) / static_cast<double>(kNanosPerSecond);
}

// The difference in the type of the numbers; that of unsigned numbers has a sign.
template <class T>
std::uint64_t DifferenceBits(T now, T before) {
  if constexpr (std::is_same_v<T, std::uint64_t>)
    return BitsOf(RealDifference(now, before));
  else if constexpr (std::is_same_v<T, std::uint32_t>)
    return BitsOf(std::int64_t{now} - std::int64_t{before});
  else if constexpr (std::is_integral_v<T>)
    return BitsOf(WrappedDifference(now, before));
  else
    return BitsOf(now - before);
}

// The difference that PCP 6 computes a rate from, in the type of the metric.
template <class T>
double PcpGrowth(T now, T before) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<double>(WrappedDifference(now, before));
  else
    return static_cast<double>(now - before);
}

// The growth of a counter; negative if time goes backward.  Nothing if it was reset.
template <class T>
std::optional<double> SignedGrowth(T now, T before, bool is_backward) {
  const auto growth = is_backward ? GrowthBetween(now, before, kOwnCounterRule)
                                  : GrowthBetween(before, now, kOwnCounterRule);
  if (!growth) return std::nullopt;
  return is_backward ? -growth->by : growth->by;
}

// What a rate is computed from.
template <class T>
std::optional<double> Growth(T now, T before, bool is_backward, bool falls, DeriveRules rules) {
  if (rules == DeriveRules::kPcp6) return PcpGrowth(now, before);
  return falls ? RealDifference(now, before) : SignedGrowth(now, before, is_backward);
}

}  // namespace

template <class Use>
Values History::Compare(const Values& now, DeriveRules rules, std::vector<FetchedValue>& out,
                        Use use) {
  out.clear();
  const Values last_error = std::exchange(error_, now.IsError() ? now : Values());
  if (now.IsError()) {
    last_.clear();
    return now;
  }
  finder_.Reset(last_);
  for (const FetchedValue& value : now.list)
    if (const FetchedValue* const before = finder_.Find(value.instance)) use(value, *before);
  last_.assign(now.list.begin(), now.list.end());
  return rules == DeriveRules::kPcp6 && last_error.IsError() ? last_error : ValuesOf(out);
}

Values History::Difference(const TypedValues& now, DeriveRules rules,
                           std::vector<FetchedValue>& out) {
  return WithNumberOf(now.desc.type, [&](auto zero) {
    using Number = decltype(zero);
    return Compare(
        now.values, rules, out, [&](const FetchedValue& value, const FetchedValue& before) {
          out.push_back({value.instance, 0,
                         DifferenceBits(NumberIn<Number>(value), NumberIn<Number>(before))});
        });
  });
}

Values History::Rate(const BoundNode& node, const TypedValues& now, Timestamp stamp,
                     DeriveRules rules, std::vector<FetchedValue>& out) {
  const double seconds = ElapsedSeconds(std::exchange(stamp_, stamp), stamp);
  return WithNumberOf(now.desc.type, [&](auto zero) {
    using Number = decltype(zero);
    return Compare(
        now.values, rules, out, [&](const FetchedValue& value, const FetchedValue& before) {
          const auto growth = Growth(NumberIn<Number>(value), NumberIn<Number>(before), seconds < 0,
                                     node.falls, rules);
          if (!growth || (seconds == 0 && rules != DeriveRules::kPcp6)) return;
          out.push_back({value.instance, 0, BitsOf(*growth / seconds * node.unit_seconds)});
        });
  });
}

}  // namespace fdr
