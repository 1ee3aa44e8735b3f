// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/rewrite/exact_number.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>

namespace fdr {
namespace {

constexpr WideInteger kWideMost = ((WideInteger{1} << 126) - 1) * 2 + 1;

// Rounded to the nearest, and upwards from the middle.
WideInteger Quotient(WideInteger number, WideInteger divisor) {
  const WideInteger doubled = number + divisor / 2;
  const WideInteger quotient = doubled / divisor;
  return doubled % divisor < 0 ? quotient - 1 : quotient;
}

template <class Integer>
constexpr WideInteger Lowest() {
  return std::numeric_limits<Integer>::min();
}
template <class Integer>
constexpr WideInteger Highest() {
  return std::numeric_limits<Integer>::max();
}

}  // namespace

ExactNumber ExactNumber::FromBits(Type type, std::uint64_t bits) {
  switch (type) {
    case Type::k32:
      return OfInteger(static_cast<std::int32_t>(bits));
    case Type::kU32:
      return OfInteger(static_cast<std::uint32_t>(bits));
    case Type::k64:
      return OfInteger(static_cast<std::int64_t>(bits));
    case Type::kU64:
      return OfInteger(static_cast<WideInteger>(bits));
    case Type::kFloat:
      return OfReal(static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits))));
    default:
      return OfReal(std::bit_cast<double>(bits));
  }
}

ExactNumber ExactNumber::Scaled(const ScaleRatio& ratio, Type type) const {
  if (is_real_ || !IsInteger(type))
    return OfReal(AsReal() *
                  (static_cast<double>(ratio.multiplier()) / static_cast<double>(ratio.divisor())));
  WideInteger product = 0;
  ExactNumber scaled;
  scaled.is_too_large_ =
      __builtin_mul_overflow(integer_, static_cast<WideInteger>(ratio.multiplier()), &product) ||
      product > kWideMost - static_cast<WideInteger>(ratio.divisor());
  scaled.integer_ = scaled.is_too_large_
                        ? integer_
                        : Quotient(product, static_cast<WideInteger>(ratio.divisor()));
  return scaled;
}

// A record has fewer values than would make the sum of 64-bit numbers overflow.
ExactNumber ExactNumber::Plus(const ExactNumber& other) const {
  if (is_real_ || other.is_real_) return OfReal(AsReal() + other.AsReal());
  return OfInteger(integer_ + other.integer_);
}

ExactNumber ExactNumber::DividedBy(std::uint32_t count) const {
  if (is_real_) return OfReal(real_ / count);
  return OfInteger(Quotient(integer_, count));
}

bool ExactNumber::IsLessThan(const ExactNumber& other) const {
  if (!is_real_ && !other.is_real_) return integer_ < other.integer_;
  return AsReal() < other.AsReal();
}

ExactNumber::Fit ExactNumber::ToInteger(WideInteger lowest, WideInteger highest,
                                        WideInteger& integer) const {
  integer = integer_;
  bool is_cut = false;
  if (is_real_) {
    // Powers of two are exact, and so are all numbers between that have no fraction.
    const double cut = std::trunc(real_);
    const bool is_inside = cut >= static_cast<double>(lowest) &&
                           cut < std::ldexp(1, highest == Highest<std::int64_t>()    ? 63
                                               : highest == Highest<std::uint64_t>() ? 64
                                               : highest == Highest<std::int32_t>()  ? 31
                                                                                     : 32);
    if (!is_inside) {
      integer = cut > 0 ? highest : cut < 0 ? lowest : 0;  // 0 for what is not a number
      return Fit::kOutside;
    }
    integer = static_cast<WideInteger>(cut);
    is_cut = cut != real_;
  }
  if (is_too_large_ || integer < lowest || integer > highest) {
    integer = integer < 0 ? lowest : highest;
    return Fit::kOutside;
  }
  return is_cut ? Fit::kRounded : Fit::kExact;
}

ExactNumber::Fit ExactNumber::ToBits(Type type, std::uint64_t& bits) const {
  WideInteger integer = 0;
  Fit fit = Fit::kExact;
  switch (type) {
    case Type::k32:
      fit = ToInteger(Lowest<std::int32_t>(), Highest<std::int32_t>(), integer);
      bits = static_cast<std::uint32_t>(integer);
      return fit;
    case Type::kU32:
      fit = ToInteger(0, Highest<std::uint32_t>(), integer);
      bits = static_cast<std::uint32_t>(integer);
      return fit;
    case Type::k64:
      fit = ToInteger(Lowest<std::int64_t>(), Highest<std::int64_t>(), integer);
      bits = static_cast<std::uint64_t>(integer);
      return fit;
    case Type::kU64:
      fit = ToInteger(0, Highest<std::uint64_t>(), integer);
      bits = static_cast<std::uint64_t>(integer);
      return fit;
    default:
      break;
  }
  const double real = AsReal();
  const bool is_same = is_real_ || static_cast<WideInteger>(real) == integer_;
  if (type == Type::kDouble) {
    bits = std::bit_cast<std::uint64_t>(real);
    return is_same ? Fit::kExact : Fit::kRounded;
  }
  constexpr double kMost = std::numeric_limits<float>::max();
  const bool is_outside = std::isfinite(real) && std::abs(real) > kMost;
  const float single =
      is_outside ? static_cast<float>(std::copysign(kMost, real)) : static_cast<float>(real);
  bits = std::bit_cast<std::uint32_t>(single);
  if (is_outside) return Fit::kOutside;
  const bool is_float = std::isnan(real) || static_cast<double>(single) == real;
  return is_same && is_float ? Fit::kExact : Fit::kRounded;
}

std::string ExactNumber::Text() const {
  return is_real_ ? fmt::format("{}", real_) : fmt::format("{}", integer_);
}

}  // namespace fdr
