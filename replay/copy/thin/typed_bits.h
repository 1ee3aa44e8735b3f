// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Numbers in the bits that readers of records return.

#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

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

}  // namespace fdr
