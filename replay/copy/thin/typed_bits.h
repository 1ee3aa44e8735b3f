// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Numbers of a type that is known only when the program runs.

#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "fdr/archive/base/value.h"

namespace fdr {

/// The number with these bits, as readers of records return them.
template <class T>
T FromBits(std::uint64_t bits) {
  if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<double>(bits);
  else
    return static_cast<T>(bits);
}

/// Calls the function with a number of this type, which must be numeric.
template <class Use>
auto WithType(Type type, const Use& use) {
  switch (type) {
    case Type::k32:
      return use(std::int32_t{});
    case Type::kU32:
      return use(std::uint32_t{});
    case Type::k64:
      return use(std::int64_t{});
    case Type::kFloat:
      return use(float{});
    case Type::kDouble:
      return use(double{});
    default:
      return use(std::uint64_t{});
  }
}

}  // namespace fdr
