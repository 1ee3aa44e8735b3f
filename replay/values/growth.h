// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// By how much a counter grew from one value to the next.
//
//                            u32                u32              u64
//                     4294967290 -> 10    1000 -> 10    2^64 - 6 -> 10
//   kReset                   -                 -                -
//   kPlausibleWrap          16                 -                -
//   kPcpWrap                16        4294966306               16

#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>

#include "fdr/archive/base/value.h"
#include "fdr/replay/counter_rule.h"

namespace fdr {

struct CounterGrowth {
  double by = 0;
  bool wrapped = false;  ///< it went down; `by` is its growth past its largest value
};

/// Whether a counter that went from `before` to `after` has wrapped past its largest value.
template <class T>
bool HasWrapped(T before, T after, CounterRule rule) {
  if constexpr (std::is_integral_v<T>) {
    if (after >= before || rule == CounterRule::kReset) return false;
    if (rule == CounterRule::kPcpWrap) return true;
    using Unsigned = std::make_unsigned_t<T>;
    constexpr std::uint32_t kHalf = std::uint32_t{1} << 31;
    return sizeof(T) == 4 && static_cast<Unsigned>(after) - static_cast<Unsigned>(before) < kHalf;
  } else {
    return false;
  }
}

/// Nothing if the counter was reset.  The difference of integers is exact before it is rounded.
template <class T>
std::optional<CounterGrowth> GrowthBetween(T before, T after, CounterRule rule) {
  const bool wrapped = HasWrapped(before, after, rule);
  if (!(after >= before) && !wrapped) return std::nullopt;
  if constexpr (std::is_integral_v<T>) {
    using Unsigned = std::make_unsigned_t<T>;
    const auto by =
        static_cast<Unsigned>(static_cast<Unsigned>(after) - static_cast<Unsigned>(before));
    return CounterGrowth{static_cast<double>(by), wrapped};
  } else {
    return CounterGrowth{static_cast<double>(after) - static_cast<double>(before)};
  }
}

/// The same of values of metrics, with the bits of FetchedValue.
std::optional<CounterGrowth> GrowthOf(Type type, std::uint64_t before, std::uint64_t after,
                                      CounterRule rule);

/// By how much a number is larger after it wrapped: 2^32, 2^64, or 0 for a type that never wraps.
double RangeOf(Type type);

}  // namespace fdr
