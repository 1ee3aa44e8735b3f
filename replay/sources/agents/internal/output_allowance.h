// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How much an agent may write to its standard error: a rate, and a size in all.

#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <utility>

namespace fdr {

class OutputAllowance {
 public:
  using TimePoint = std::chrono::steady_clock::time_point;

  static constexpr std::chrono::minutes kPeriod{1};
  static constexpr std::size_t kInPeriod = std::size_t{64} << 10;
  static constexpr std::size_t kInAll = std::size_t{16} << 20;

  /// Returns how many of these bytes may be passed on now.  The first ones count.
  std::size_t Take(std::size_t wanted, TimePoint now) {
    if (now >= end_) {
      end_ = now + kPeriod;
      left_ = kInPeriod;
      is_told_ = false;
    }
    const std::size_t taken = std::min({wanted, left_, kInAll - all_});
    left_ -= taken;
    all_ += taken;
    return taken;
  }

  bool IsUsedUp() const { return all_ == kInAll; }
  /// To be asked when bytes are left out: whether they are the first ones of this period.  After
  /// the last period with output, true once.
  bool IsNews() {
    if (IsUsedUp()) return !std::exchange(is_end_told_, true);
    return !std::exchange(is_told_, true);
  }

 private:
  TimePoint end_ = TimePoint::min();
  std::size_t left_ = 0;
  std::size_t all_ = 0;
  bool is_told_ = false, is_end_told_ = false;
};

}  // namespace fdr
