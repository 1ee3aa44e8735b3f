// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// How work that workers have done comes back to the thread of the loop.

#pragma once

#include <condition_variable>
#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "fdr/replay/sources/net/asio.h"

namespace fdr {

class WorkReturn : public std::enable_shared_from_this<WorkReturn> {
 public:
  explicit WorkReturn(asio::io_context& io) : io_(io) {}

  /// A worker is about to get work.
  void Begin();
  /// A worker has done its work; `then` runs in the loop.
  void Return(std::function<void()> then);
  /// Waits until all work is done.  Each `then` that has not run yet is dropped.
  void End();

 private:
  void RunReturned();

  asio::io_context& io_;
  std::mutex mutex_;  // of what follows
  std::condition_variable is_done_;
  std::size_t at_work_ = 0;
  bool is_over_ = false;
  std::vector<std::function<void()>> returned_;
};

}  // namespace fdr
