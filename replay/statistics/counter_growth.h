// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// By how much a counter grew from one value to the next.

#pragma once

#include <cstdint>
#include <optional>

#include "fdr/replay/derive/typed_numbers.h"

namespace fdr {

struct CounterGrowth {
  double by = 0;
  bool wrapped = false;  ///< it went down; `by` is its growth if it wrapped past its largest value
};

/// The bits are those of FetchedValue.  Nothing if a counter went down that cannot have wrapped
/// between two records: one of 64 bits, or a real number.
inline std::optional<CounterGrowth> GrowthOf(Type type, std::uint64_t before, std::uint64_t after) {
  return WithNumberOf(type, [&]<class T>(T) -> std::optional<CounterGrowth> {
    const T from = NumberIn<T>({.bits = before}), to = NumberIn<T>({.bits = after});
    if constexpr (std::is_floating_point_v<T>) {
      if (to >= from) return CounterGrowth{static_cast<double>(to) - static_cast<double>(from)};
      return std::nullopt;
    } else {
      using Unsigned = std::make_unsigned_t<T>;
      const auto by =
          static_cast<Unsigned>(static_cast<Unsigned>(to) - static_cast<Unsigned>(from));
      if (to < from && sizeof(T) == 8) return std::nullopt;
      return CounterGrowth{static_cast<double>(by), to < from};
    }
  });
}

}  // namespace fdr
