// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Takes the values of one series, in the order of time, and makes its line.

#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "fdr/archive/base/value.h"
#include "fdr/replay/why/line.h"

namespace fdr::why {

class Course {
 public:
  Course(const Desc& desc, const TimeGrid& grid);

  /// `at`: seconds since the start of the grid.
  void Take(double at, std::uint64_t bits);
  /// Nothing is known between the last value and the next one.
  void Break() { last_at_.reset(); }
  /// Call once, at the end.
  Line Finish();

 private:
  bool IsPause(double length);
  double UsualDistance() const;
  void Add(double value, double from, double to);

  Type type_;
  bool is_counter_;
  double factor_;  // to bytes, seconds and counts
  double cell_;
  std::optional<double> last_at_;
  std::array<float, 8> distances_ = {};  // the last ones between two values, in a ring
  std::size_t taken_ = 0;                // how many there were
  std::uint64_t last_bits_ = 0;
  std::vector<float> sums_, parts_;
};

}  // namespace fdr::why
