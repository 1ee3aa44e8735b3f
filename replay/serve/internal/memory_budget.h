// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The memory that all clients of a server may use together.

#pragma once

#include <cstddef>
#include <functional>
#include <utility>

namespace fdr {

class MemoryBudget {
 public:
  /// `on_excess` is called whenever more is used than there is.
  MemoryBudget(std::size_t most, std::function<void()> on_excess)
      : most_(most), on_excess_(std::move(on_excess)) {}

  /// A client now has `now` bytes, and had `before`.
  void Change(std::size_t before, std::size_t now) {
    used_ += now - before;
    if (now > before && IsExceeded()) on_excess_();
  }
  bool IsExceeded() const { return used_ > most_; }
  bool HasRoomFor(std::size_t more) const { return used_ <= most_ && more <= most_ - used_; }

 private:
  std::size_t most_;
  std::function<void()> on_excess_;
  std::size_t used_ = 0;
};

}  // namespace fdr
