// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Numbers of metrics without wraps: what does not fit into a type is noticed.

#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "fdr/archive/base/value.h"
#include "fdr/replay/units/scale_conversion.h"

namespace fdr {

__extension__ using WideInteger = __int128;

/// An integer, or a floating-point number.  A plain value.
class ExactNumber {
 public:
  ExactNumber() = default;
  static ExactNumber OfInteger(WideInteger integer) { return ExactNumber(integer); }
  static ExactNumber OfReal(double real) { return ExactNumber(real); }
  /// The number whose type is numeric, from its 4 or 8 bytes.
  static ExactNumber FromBits(Type type, std::uint64_t bits);

  /// The number in other units.  For a type of integers, rounded to the nearest one, and upwards
  /// from the middle.
  ExactNumber Scaled(const ScaleRatio& ratio, Type type) const;
  ExactNumber Plus(const ExactNumber& other) const;
  /// Rounded like Scaled() if the number is an integer.
  ExactNumber DividedBy(std::uint32_t count) const;
  bool IsLessThan(const ExactNumber& other) const;

  enum class Fit : std::uint8_t {
    kExact,
    kRounded,  ///< a fraction was cut, or digits are lost
    kOutside,  ///< the nearest number of the type was taken
  };
  /// The bits of the number in a numeric type, as a value is stored.
  Fit ToBits(Type type, std::uint64_t& bits) const;

  /// "-5", "2.5".
  std::string Text() const;
  double AsReal() const { return is_real_ ? real_ : static_cast<double>(integer_); }

 private:
  explicit ExactNumber(WideInteger integer) : integer_(integer) {}
  explicit ExactNumber(double real) : is_real_(true), real_(real) {}

  Fit ToInteger(WideInteger lowest, WideInteger highest, WideInteger& integer) const;

  bool is_real_ = false;
  bool is_too_large_ = false;  // the integer did not even fit into this class
  WideInteger integer_ = 0;
  double real_ = 0;
};

}  // namespace fdr
