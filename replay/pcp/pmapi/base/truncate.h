// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Converts any real number to an integer; the plain conversion is undefined for most of them.

#pragma once

#include <concepts>
#include <cstdint>
#include <limits>

namespace fdr::pmapi {

/// Rounds toward zero.  A number out of the range of `To`, and NaN, give the same result as in
/// PCP's machine code.
template <std::integral To, std::floating_point From>
To Truncate(From number) {
  using Limits = std::numeric_limits<To>;
  constexpr auto kBegin = static_cast<From>(Limits::min());
  constexpr From kEnd = 2 * static_cast<From>(To{1} << (Limits::digits - 1));
  if (number >= kBegin && number < kEnd) return static_cast<To>(number);
  if constexpr (Limits::is_signed)
    return Limits::min();
  else
    return static_cast<To>(std::numeric_limits<std::int64_t>::min());
}

}  // namespace fdr::pmapi
