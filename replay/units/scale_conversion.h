// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Converts numbers from one scale to another, as pmConvScale(3): integers stay integers.

#pragma once

#include <cstdint>
#include <tl/expected.hpp>

#include "fdr/archive/base/units.h"

namespace fdr {

/// The ratio between two scales.  PCP multiplies and divides by 64-bit integers that wrap; this
/// class does the same, with unsigned integers because signed ones must not wrap.
class ScaleRatio {
 public:
  enum class Trouble : std::uint8_t {
    kDimension,  ///< dimensions differ, or the ratio is out of bounds
    kScale,      ///< a scale does not exist
  };
  /// A plain number is a count.
  static tl::expected<ScaleRatio, Trouble> Between(Units from, Units to);

  bool IsOne() const { return multiplier_ == 1 && divisor_ == 1; }
  // A number is multiplied by the one, and divided by the other.
  std::uint64_t multiplier() const { return multiplier_; }
  std::uint64_t divisor() const { return divisor_; }
  /// Whether one of them did not fit into 63 bits, so that the ratio is wrong.
  bool has_wrapped() const { return has_wrapped_; }

  std::int64_t Apply(std::int64_t number) const {
    const auto divisor = static_cast<std::int64_t>(divisor_);
    const std::uint64_t product = static_cast<std::uint64_t>(number) * multiplier_;
    return static_cast<std::int64_t>(product + static_cast<std::uint64_t>(divisor / 2)) / divisor;
  }
  std::int32_t Apply(std::int32_t number) const {
    return static_cast<std::int32_t>(Apply(std::int64_t{number}));
  }
  std::uint32_t Apply(std::uint32_t number) const {
    return static_cast<std::uint32_t>(Apply(std::int64_t{number}));
  }
  std::uint64_t Apply(std::uint64_t number) const {
    const auto half = static_cast<std::uint64_t>(static_cast<std::int64_t>(divisor_) / 2);
    return (number * multiplier_ + half) / divisor_;
  }
  float Apply(float number) const { return ApplyReal(number); }
  double Apply(double number) const { return ApplyReal(number); }

 private:
  ScaleRatio() = default;

  void Multiply(std::uint64_t factor, int power);
  void FromSpace(int scale, int power);
  void FromTime(int scale, int power);
  void FromCount(int scale, int power) { Multiply(10, scale * power); }
  void Reduce();

  template <class Real>
  Real ApplyReal(Real number) const {
    return number * (static_cast<Real>(static_cast<std::int64_t>(multiplier_)) /
                     static_cast<Real>(static_cast<std::int64_t>(divisor_)));
  }

  std::uint64_t multiplier_ = 1, divisor_ = 1;
  bool has_wrapped_ = false;
};

}  // namespace fdr
