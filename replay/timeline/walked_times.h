// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The times that a walk without gaps has connected, and thus knows to have no mark between them.

#pragma once

#include <algorithm>
#include <optional>

#include "fdr/archive/base/timestamp.h"

namespace fdr {

class WalkedTimes {
 public:
  /// The walk was interrupted, or met a mark: the next time is not connected with earlier ones.
  void Break() { is_broken_ = true; }
  /// The walk stands behind the last event up to `t`, and knows of none before `next`.
  void Arrive(Timestamp t, std::optional<Timestamp> next = {}) {
    const Timestamp last = next ? std::max(t, next->Plus(-1)) : t;
    if (is_broken_) times_ = {t, t};
    times_ = {std::min(times_->from, t), std::max(times_->to, last)};
    is_broken_ = false;
  }
  /// Whether both times lie in the stretch that the walk connected last.
  bool Connect(Timestamp a, Timestamp b) const {
    return times_ && times_->from <= std::min(a, b) && std::max(a, b) <= times_->to;
  }

 private:
  struct Times {
    Timestamp from, to;
  };

  std::optional<Times> times_;
  bool is_broken_ = true;
};

}  // namespace fdr
