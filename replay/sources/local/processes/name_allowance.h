// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Bounds the names of processes that go into the metadata of a recording.  Readers keep metadata in
// memory, so a machine that starts many short processes must not fill it.

#pragma once

#include <algorithm>
#include <optional>

#include "fdr/archive/base/timestamp.h"

namespace fdr::local {

/// Allows `most` bytes at first, and `per_second` more each second, up to `most` again.
class NameAllowance {
 public:
  NameAllowance(double most, double per_second)
      : most_(most), per_second_(per_second), left_(most) {}

  /// To be called at each sample.  A clock that is set back adds nothing.
  void Refill(Timestamp now) {
    if (before_) left_ += std::max(SecondsBetween(*before_, now), 0.0) * per_second_;
    left_ = std::min(left_, most_);
    before_ = now;
  }

  /// Whether this number of bytes, and `leave` more, are left.
  bool Has(double bytes, double leave = 0) const { return left_ - bytes >= leave; }
  /// Takes the bytes, even if they are not left.  The debt is at most an eighth of what there was
  /// at first, so that others need not wait for long.
  void Spend(double bytes) { left_ = std::max(left_ - bytes, -most_ / 8); }
  /// Takes the bytes if at least `leave` bytes remain for others.
  bool Take(double bytes, double leave = 0) {
    if (!Has(bytes, leave)) return false;
    left_ -= bytes;
    return true;
  }

 private:
  double most_, per_second_, left_;
  std::optional<Timestamp> before_;
};

}  // namespace fdr::local
