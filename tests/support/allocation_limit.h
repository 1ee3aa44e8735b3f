// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Counts the memory that a part of a test allocates, and the allocations.  A program that uses this
// replaces operator new and delete by counting ones.  Sanitizers still work, because they watch
// malloc below.  Memory that C libraries get directly from malloc is not counted.

#pragma once

#include <cstddef>

namespace fdr::test {

/// Counts from its construction on, in all threads.  A program may have only one at a time.
class AllocationLimit {
 public:
  explicit AllocationLimit(std::size_t limit);

  /// Whether the memory allocated since the construction never exceeded the limit.
  bool Kept() const { return peak() <= limit_; }
  std::size_t peak() const;

 private:
  std::size_t limit_;
  std::size_t before_;
};

/// Calls of operator new.
std::size_t AllocationsSoFar();

}  // namespace fdr::test
