// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/values/growth.h"

#include <bit>

namespace fdr {

std::optional<CounterGrowth> GrowthOf(Type type, std::uint64_t before, std::uint64_t after,
                                      CounterRule rule) {
  switch (type) {
    case Type::k32:
      return GrowthBetween(static_cast<std::int32_t>(before), static_cast<std::int32_t>(after),
                           rule);
    case Type::kU32:
      return GrowthBetween(static_cast<std::uint32_t>(before), static_cast<std::uint32_t>(after),
                           rule);
    case Type::k64:
      return GrowthBetween(static_cast<std::int64_t>(before), static_cast<std::int64_t>(after),
                           rule);
    case Type::kU64:
      return GrowthBetween(before, after, rule);
    case Type::kFloat:
      return GrowthBetween(std::bit_cast<float>(static_cast<std::uint32_t>(before)),
                           std::bit_cast<float>(static_cast<std::uint32_t>(after)), rule);
    default:
      return GrowthBetween(std::bit_cast<double>(before), std::bit_cast<double>(after), rule);
  }
}

double RangeOf(Type type) {
  switch (type) {
    case Type::k32:
    case Type::kU32:
      return 0x1p32;
    case Type::k64:
    case Type::kU64:
      return 0x1p64;
    default:
      return 0;
  }
}

}  // namespace fdr
