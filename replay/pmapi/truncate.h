// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Real numbers as integers, whatever they are: a plain conversion is undefined for most of them.

#pragma once

#include <concepts>
#include <cstdint>
#include <limits>

namespace fdr::pmapi {

/// Toward zero.  What no `To` comes close to, and what is no number, becomes what PCP's machine
/// code makes of it.
template <std::integral To, std::floating_point From>
To Truncate(From number) {
  constexpr auto kBegin = static_cast<From>(std::numeric_limits<To>::min());
  constexpr From kEnd = 2 * static_cast<From>(std::numeric_limits<To>::max() / 2 + 1);
  if (number >= kBegin && number < kEnd) return static_cast<To>(number);
  return std::signed_integral<To> ? std::numeric_limits<To>::min()
                                  : static_cast<To>(std::numeric_limits<std::int64_t>::min());
}

}  // namespace fdr::pmapi
