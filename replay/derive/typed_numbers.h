// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Converts values of metrics to C++ numbers, and back.

#pragma once

#include <bit>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "fdr/replay/fetch_result.h"
#include "fdr/replay/values/with_number.h"

namespace fdr {

/// The type in which integers are computed, so that they wrap.
template <class T>
using WrappingOf = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>,
                                               std::type_identity<T>>::type;

template <class T>
T NumberIn(const FetchedValue& value) {
  if constexpr (std::is_same_v<T, float>)
    return value.AsFloat();
  else if constexpr (std::is_same_v<T, double>)
    return value.AsDouble();
  else
    return static_cast<T>(value.bits);
}

template <class T>
std::uint64_t BitsOf(T number) {
  if constexpr (std::is_same_v<T, float>)
    return std::bit_cast<std::uint32_t>(number);
  else if constexpr (std::is_same_v<T, double>)
    return std::bit_cast<std::uint64_t>(number);
  else if constexpr (sizeof(T) == 4)
    return static_cast<std::uint32_t>(number);
  else
    return static_cast<std::uint64_t>(number);
}

/// Converts as C does.  Where C does not define the result, a real number that an integer cannot
/// hold becomes the nearest possible integer.
template <class To, class From>
To Converted(From number) {
  if constexpr (std::is_floating_point_v<From> && std::is_integral_v<To>) {
    constexpr auto kLow = static_cast<From>(std::numeric_limits<To>::min());
    constexpr auto kHigh = static_cast<From>(std::numeric_limits<To>::max());
    if (!(number > kLow)) return number == number ? std::numeric_limits<To>::min() : To{0};
    if (number >= kHigh) return std::numeric_limits<To>::max();
  }
  return static_cast<To>(number);
}

}  // namespace fdr
