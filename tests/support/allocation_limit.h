// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How much memory a piece of a test takes, and how often.  A program that uses this replaces operator new and
// delete by ones that count, under the sanitizers as well (they still watch over malloc below).
// Memory that C libraries take from malloc themselves is not counted.

#pragma once

#include <cstddef>

namespace fdr::test {

/// Counts from its construction on.  One at a time in a program; other threads are counted along.
class AllocationLimit {
 public:
  explicit AllocationLimit(std::size_t limit);

  /// Whether never more than the limit was allocated at a time, beyond what was at the beginning.
  bool Kept() const { return peak() <= limit_; }
  std::size_t peak() const;

 private:
  std::size_t limit_;
  std::size_t before_;
};

/// Calls of operator new.
std::size_t AllocationsSoFar();

}  // namespace fdr::test
