// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/http/lane.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/strand.hpp>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <list>
#include <mutex>
#include <optional>
#include <thread>

#include "fdr/replay/serve/http/answer_memory.h"
#include "fdr/replay/sources/net/asio.h"

namespace fdr {
namespace {

using Clock = std::chrono::steady_clock;

// Work that takes longer gives its place to other work, and goes on with a lower priority.
constexpr std::chrono::milliseconds kLong{50};
constexpr std::size_t kMostLong = 64;
// Work that became long earlier goes on before what became long later.
constexpr int kLeastNice = 5, kMostNice = 19;

}  // namespace

/// Lanes keep it, so it may outlive its pool.
class WorkerPool::Impl : public asio::io_context {
 public:
  explicit Impl(unsigned threads) : guard_(asio::make_work_guard(*this)) {
    const std::lock_guard lock(mutex_);
    for (unsigned i = 0; i < threads; ++i) AddWorker();
    watcher_ = std::thread([this] { Watch(); });
  }

  // Work that waits may own lanes, and so this object: it must not stay.
  void End() {
    is_over_ = true;
    stop();
    {
      const std::lock_guard lock(mutex_);
      changed_.notify_all();
    }
    watcher_.join();
    for (Worker& worker : workers_) worker.thread.join();
    shutdown();
  }
  bool is_over() const { return is_over_; }

  void Do(const std::function<void()>& what) {
    Begin();
    what();
    const std::lock_guard lock(mutex_);
    here_->since.reset();
    --working_;
  }

 private:
  struct Worker {
    std::thread thread;
    pid_t id = 0;
    std::optional<Clock::time_point> since;  // while it works
    bool is_long = false;                    // it is replaced, and ends with its work
    bool has_ended = false;
  };

  void Begin() {
    const std::lock_guard lock(mutex_);
    here_->since = Clock::now();
    if (working_++ == 0 && is_asleep_) changed_.notify_all();
  }

  // Within the lock.
  void AddWorker() {
    std::list<Worker> made(1);
    Worker& worker = made.front();
    worker.thread = std::thread([this, &worker] { Run(worker); });
    workers_.splice(workers_.end(), made);
  }

  // False if the system has no thread for it.
  bool TryToAddWorker() {
    try {
      AddWorker();
      return true;
    } catch (const std::exception&) {
      return false;
    }
  }

  void Run(Worker& worker) {
    here_ = &worker;
    worker.id = ::gettid();
    while (!is_over_ && !IsLong(worker)) run_one();
    const std::lock_guard lock(mutex_);
    worker.has_ended = true;
  }

  bool IsLong(const Worker& worker) {
    const std::lock_guard lock(mutex_);
    return worker.is_long;
  }

  // Looks at the work now and then, while there is any.
  void Watch() {
    std::unique_lock lock(mutex_);
    while (!is_over_) {
      is_asleep_ = working_ == 0;
      if (is_asleep_)
        changed_.wait(lock, [this] { return is_over_ || working_ > 0; });
      else
        changed_.wait_for(lock, kLong / 2);
      is_asleep_ = false;
      workers_.remove_if([](Worker& worker) {
        if (worker.has_ended) worker.thread.join();
        return worker.has_ended;
      });
      ReplaceLong();
    }
  }

  void ReplaceLong() {
    const Clock::time_point now = Clock::now();
    auto count = static_cast<std::size_t>(std::ranges::count_if(workers_, &Worker::is_long));
    for (Worker& worker : workers_) {
      if (is_over_ || count == kMostLong) return;
      if (worker.is_long || !worker.since || now - *worker.since < kLong) continue;
      if (!TryToAddWorker()) return;  // it is still the one that other work waits for
      worker.is_long = true;
      // If the system refuses that, the work goes on as it is.
      const int nice = std::min(kLeastNice + static_cast<int>(count), kMostNice);
      (void)::setpriority(PRIO_PROCESS, static_cast<id_t>(worker.id), nice);
      ++count;
    }
  }

  static thread_local Worker* here_;

  asio::executor_work_guard<executor_type> guard_;
  std::atomic<bool> is_over_ = false;
  std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::list<Worker> workers_;
  std::size_t working_ = 0;
  bool is_asleep_ = false;
  std::thread watcher_;
};

thread_local WorkerPool::Impl::Worker* WorkerPool::Impl::here_ = nullptr;

class Lane::Impl {
 public:
  explicit Impl(std::shared_ptr<WorkerPool::Impl> pool)
      : pool_(std::move(pool)), strand_(pool_->get_executor()) {}

  void Post(std::function<void()> work) {
    if (pool_->is_over()) return;
    const AnswerMemory::WithoutRefusal whole;  // the strand, and the count of its work
    ++use_->open;
    asio::post(strand_, [use = use_, pool = pool_.get(), work = std::move(work)] {
      {
        const std::lock_guard alone(use->busy);
        pool->Do(work);
      }
      --use->open;
    });
  }

  std::shared_ptr<void> TryHold() const {
    if (use_->open > 0 || !use_->busy.try_lock()) return nullptr;
    return {use_.get(), [use = use_](void*) { use->busy.unlock(); }};
  }

 private:
  std::shared_ptr<WorkerPool::Impl> pool_;
  asio::strand<WorkerPool::Impl::executor_type> strand_;
  // Work may outlive its lane.
  struct Use {
    std::atomic<std::size_t> open = 0;  // how much work is not done
    std::mutex busy;
  };
  const std::shared_ptr<Use> use_ = std::make_shared<Use>();
};

void Lane::Post(std::function<void()> work) const { impl_->Post(std::move(work)); }

std::shared_ptr<void> Lane::TryHold() const { return impl_->TryHold(); }

WorkerPool::WorkerPool(unsigned threads) : impl_(std::make_shared<Impl>(threads)) {}

WorkerPool::~WorkerPool() { impl_->End(); }

Lane WorkerPool::MakeLane() { return Lane(std::make_shared<Lane::Impl>(impl_)); }

void WorkerPool::Post(std::function<void()> work) {
  asio::post(*impl_, [pool = impl_.get(), work = std::move(work)] { pool->Do(work); });
}

}  // namespace fdr
