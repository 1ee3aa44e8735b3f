// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A mutex whose waiters may give up after a while.
//
// std::timed_mutex is that, too.  But the thread sanitizer of g++ 12 does not see how it is locked,
// and reports each unlock.

#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>

#include "fdr/archive/base/error.h"

namespace fdr {

/// For std::unique_lock.
class PatientMutex {
 public:
  void lock() {
    std::unique_lock guard(mutex_);
    freed_.wait(guard, [this] { return !is_locked_; });
    is_locked_ = true;
  }
  bool try_lock() { return try_lock_for(std::chrono::milliseconds(0)); }
  bool try_lock_for(std::chrono::milliseconds at_most) {
    std::unique_lock guard(mutex_);
    if (!freed_.wait_for(guard, at_most, [this] { return !is_locked_; })) return false;
    is_locked_ = true;
    return true;
  }
  /// Calls `check` while another thread is inside.  Its error ends the wait.
  Result<std::unique_lock<PatientMutex>> Lock(const std::function<Result<void>()>& check) {
    std::unique_lock guard(*this, std::defer_lock);
    while (!guard.try_lock_for(std::chrono::milliseconds(50)))
      if (const Result<void> go_on = check(); !go_on) return Fail(go_on.error());
    return guard;
  }
  void unlock() {
    {
      const std::lock_guard guard(mutex_);
      is_locked_ = false;
    }
    freed_.notify_one();
  }

 private:
  std::mutex mutex_;
  std::condition_variable freed_;
  bool is_locked_ = false;
};

}  // namespace fdr
