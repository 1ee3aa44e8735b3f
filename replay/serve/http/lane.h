// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Threads that work for the web server, and the order of what they do.

#pragma once

#include <functional>
#include <memory>
#include <utility>

namespace fdr {

/// Work of one lane is done piece after piece, in order.  So what it uses needs no lock, and a slow
/// host keeps one thread from other work, not all.  Copies are the same lane.  Any thread may use
/// it, also after the end of its pool: work is then dropped.
class Lane {
 public:
  void Post(std::function<void()> work) const;
  /// If all work is done, this thread may do work of the lane itself as long as it keeps the
  /// result.  Otherwise null.  Not while this thread holds the lane.
  std::shared_ptr<void> TryHold() const;

 private:
  friend class WorkerPool;
  class Impl;
  explicit Lane(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

  std::shared_ptr<Impl> impl_;
};

class WorkerPool {
 public:
  explicit WorkerPool(unsigned threads);
  /// Drops work that has not begun, and waits for the rest.
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  Lane MakeLane();
  /// Work that may run at any time, beside any other.
  void Post(std::function<void()> work);

 private:
  friend class Lane;
  class Impl;

  std::shared_ptr<Impl> impl_;
};

}  // namespace fdr
