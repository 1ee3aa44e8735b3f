// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A file descriptor with an owner, which closes it.

#pragma once

#include <unistd.h>
#include <utility>

namespace fdr::local {

class UniqueFd {
 public:
  explicit UniqueFd(int descriptor = -1) : descriptor_(descriptor) {}
  ~UniqueFd() { Reset(); }
  UniqueFd(UniqueFd&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  UniqueFd& operator=(UniqueFd&& other) noexcept {
    Reset(std::exchange(other.descriptor_, -1));
    return *this;
  }

  int get() const { return descriptor_; }
  bool IsOpen() const { return descriptor_ >= 0; }
  /// The descriptor now belongs to the caller.
  int Release() { return std::exchange(descriptor_, -1); }
  void Reset(int descriptor = -1) {
    if (descriptor_ >= 0) close(descriptor_);
    descriptor_ = descriptor;
  }

 private:
  int descriptor_;
};

}  // namespace fdr::local
