// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/lane.h"

#include <atomic>
#include <boost/asio/strand.hpp>
#include <boost/asio/thread_pool.hpp>

#include "fdr/replay/live/internal/asio.h"

namespace fdr {

/// Lanes keep it, so it may outlive its pool.
class WorkerPool::Impl : public asio::thread_pool {
 public:
  using asio::thread_pool::thread_pool;

  // Work that waits may own lanes, and so this object: it must not stay.
  void End() {
    is_over_ = true;
    stop();
    join();
    shutdown();
  }
  bool is_over() const { return is_over_; }

 private:
  std::atomic<bool> is_over_ = false;
};

class Lane::Impl {
 public:
  explicit Impl(std::shared_ptr<WorkerPool::Impl> pool)
      : pool_(std::move(pool)), strand_(pool_->get_executor()) {}

  void Post(std::function<void()> work) {
    if (pool_->is_over()) return;
    ++*open_;
    asio::post(strand_, [open = open_, work = std::move(work)] {
      work();
      --*open;
    });
  }
  bool IsIdle() const { return *open_ == 0; }

 private:
  std::shared_ptr<WorkerPool::Impl> pool_;
  asio::strand<asio::thread_pool::executor_type> strand_;
  // How much work is not done.  Work may outlive its lane.
  const std::shared_ptr<std::atomic<std::size_t>> open_ =
      std::make_shared<std::atomic<std::size_t>>(0);
};

void Lane::Post(std::function<void()> work) const { impl_->Post(std::move(work)); }

bool Lane::IsIdle() const { return impl_->IsIdle(); }

WorkerPool::WorkerPool(unsigned threads) : impl_(std::make_shared<Impl>(threads)) {}

WorkerPool::~WorkerPool() { impl_->End(); }

Lane WorkerPool::MakeLane() { return Lane(std::make_shared<Lane::Impl>(impl_)); }

void WorkerPool::Post(std::function<void()> work) { asio::post(*impl_, std::move(work)); }

}  // namespace fdr
