// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Runs work that waits for a disk in threads of its own, so that no event loop waits for the disk.

#pragma once

#include <algorithm>
#include <chrono>
#include <future>
#include <utility>
#include <vector>

#include "fdr/archive/base/async_work.h"
#include "fdr/archive/base/error.h"

namespace fdr {

/// The destructor waits for work under way.  One thread at a time.
class Background {
 public:
  /// Where threads cannot be created, and always with std::launch::deferred, the work is done
  /// inside Poll() or Wait().
  explicit Background(std::launch how = std::launch::async | std::launch::deferred) : how_(how) {}

  /// Starts `work`, which returns a Result<void> and owns all that it needs.
  template <class Work>
  void Start(Work work) {
    under_way_.push_back(StartAsync(how_, std::move(work)));
  }

  bool is_busy() const { return !under_way_.empty(); }

  /// Does not wait.  Returns the first failure of the work that has ended since the last call.
  Result<void> Poll() {
    return Take([](const std::future<Result<void>>& work) {
      return work.wait_for(std::chrono::seconds(0)) != std::future_status::timeout;
    });
  }
  /// Waits until all work has ended.
  Result<void> Wait() {
    return Take([](const std::future<Result<void>>&) { return true; });
  }

 private:
  template <class IsWanted>
  Result<void> Take(IsWanted is_wanted) {
    Result<void> outcome;
    std::erase_if(under_way_, [&](std::future<Result<void>>& work) {
      if (!is_wanted(work)) return false;
      const Result<void> one = work.get();
      if (outcome) outcome = one;
      return true;
    });
    return outcome;
  }

  std::launch how_;
  std::vector<std::future<Result<void>>> under_way_;
};

}  // namespace fdr
