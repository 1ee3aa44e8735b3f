// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The course of a number over a window of time, as its means in equal parts of the window.

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

namespace fdr {

class TimeCells {
 public:
  static constexpr std::size_t kCells = 32;

  /// `value` held from `from` to `to`; both are fractions of the window.
  void Add(double value, double from, double to) {
    from = std::clamp(from * kCells, 0.0, double{kCells});
    to = std::clamp(to * kCells, from, double{kCells});
    const std::size_t last = CellAt(to);
    for (std::size_t i = CellAt(from); i <= last; ++i) {
      const auto begin = static_cast<double>(i);
      const double part = std::min(to, begin + 1) - std::max(from, begin);
      sums_[i] += value * part;
      parts_[i] += static_cast<float>(part);
    }
  }
  /// A value that held for no time.
  void AddPoint(double value, double at) {
    constexpr double kTiny = 0x1p-30;
    at = std::clamp(at * kCells, 0.0, double{kCells});
    sums_[CellAt(at)] += value * kTiny;
    parts_[CellAt(at)] += static_cast<float>(kTiny);
  }

  /// The part of a cell in which there were values.
  double Part(std::size_t cell) const { return static_cast<double>(parts_[cell]); }
  /// The mean in `count` (1 or more) cells from `first` on; nothing if there was no value.
  std::optional<double> Mean(std::size_t first, std::size_t count) const {
    double sum = 0, part = 0;
    for (std::size_t i = first; i < std::min(first + count, kCells); ++i) {
      sum += sums_[i];
      part += static_cast<double>(parts_[i]);
    }
    if (!(part > 0)) return std::nullopt;
    if (std::isfinite(sum)) return sum / part;
    double mean = 0;  // of numbers whose sum is too large
    for (std::size_t i = first; i < std::min(first + count, kCells); ++i) mean += sums_[i] / part;
    return mean;
  }

 private:
  static std::size_t CellAt(double place) {
    return std::min(static_cast<std::size_t>(place), kCells - 1);
  }

  std::array<double, kCells> sums_ = {};
  std::array<float, kCells> parts_ = {};
};

}  // namespace fdr
