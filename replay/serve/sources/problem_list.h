// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What is wrong with the archives of one source, each problem once.  A damaged archive may have any
// number of problems, so there is a limit.

#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <vector>

#include "fdr/archive/base/problem.h"

namespace fdr {

/// Any thread.
class ProblemList {
 public:
  void Add(const Problem& problem) {
    constexpr std::size_t kMost = 100;
    const std::lock_guard lock(mutex_);
    const auto is_same = [&](const Problem& known) {
      return known.file == problem.file && known.offset == problem.offset &&
             known.what == problem.what;
    };
    if (problems_.size() < kMost && std::ranges::none_of(problems_, is_same))
      problems_.push_back(problem);
  }
  std::vector<Problem> All() const {
    const std::lock_guard lock(mutex_);
    return problems_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<Problem> problems_;
};

}  // namespace fdr
