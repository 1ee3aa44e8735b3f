// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A window of time in buckets of equal length.

#pragma once

#include <cstddef>
#include <cstdint>

#include "fdr/replay/serve/viewer/buckets/nanos.h"

namespace fdr {

/// Bucket k goes from Border(k) up to, but without, Border(k + 1).
class TimeGrid {
 public:
  static constexpr std::uint32_t kMostBuckets = 10'000;

  /// `to` is behind `from`; `size` is 1 to kMostBuckets.
  TimeGrid(Nanos from, Nanos to, std::uint32_t size)
      : from_(from),
        length_(to - from),
        size_(size),
        per_nano_(size / static_cast<double>(length_)) {}

  Nanos from() const { return from_; }
  Nanos to() const { return from_ + length_; }
  std::uint32_t size() const { return size_; }

  /// from() + k (to() - from()) / size(), rounded down.  k is at most size().
  Nanos Border(std::size_t k) const {
    const auto place = static_cast<Nanos>(k), parts = static_cast<Nanos>(size_);
    return from_ + length_ / parts * place + length_ % parts * place / parts;
  }

  bool Has(Nanos at) const { return from_ <= at && at - from_ < length_; }

  /// The bucket of a time in the window.
  std::size_t BucketOf(Nanos at) const {
    auto k = static_cast<std::size_t>(static_cast<double>(at - from_) * per_nano_);
    if (k >= size_) k = size_ - 1;
    while (at < Border(k)) --k;
    while (at >= Border(k + 1)) ++k;
    return k;
  }

 private:
  Nanos from_, length_;
  std::uint32_t size_;
  double per_nano_;
};

}  // namespace fdr
