// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/internal/work_return.h"

#include <utility>

namespace fdr {

void WorkReturn::Begin() {
  const std::lock_guard lock(mutex_);
  ++at_work_;
}

// Wakes the loop without the lock, since the loop takes that lock at once.  Until the work counts
// as done, End() waits, and so the loop still exists: the count goes down last.
void WorkReturn::Return(std::function<void()> then) {
  bool is_first = false;
  {
    const std::lock_guard lock(mutex_);
    returned_.push_back(std::move(then));
    is_first = returned_.size() == 1;
  }
  if (is_first) {
    asio::post(io_, [self = weak_from_this()] {
      if (const auto queue = self.lock()) queue->RunReturned();
    });
  }
  const std::lock_guard lock(mutex_);
  --at_work_;
  if (is_over_) is_done_.notify_all();
}

void WorkReturn::RunReturned() {
  std::vector<std::function<void()>> returned;
  {
    const std::lock_guard lock(mutex_);
    if (is_over_) return;
    returned.swap(returned_);
  }
  for (const auto& then : returned) then();
}

void WorkReturn::End() {
  std::vector<std::function<void()>> dropped;  // outlives the lock
  std::unique_lock lock(mutex_);
  is_over_ = true;
  is_done_.wait(lock, [this] { return at_work_ == 0; });
  dropped.swap(returned_);
}

}  // namespace fdr
