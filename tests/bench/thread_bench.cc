// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Measures whether threads that share one opened archive get in each other's way.  One thread alone
// does a number of fetches.  Then several threads do as many for each of them: a thread that is
// done with one takes the next.  Rounds alternate, and the medians are printed.  If the processors
// have other work, CPU time tells more than the clock does.

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string_view>
#include <thread>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"

namespace fdr {
namespace {

constexpr int kRounds = 9;

struct Cost {
  double wall = 0;  // seconds that all threads together took
  double cpu = 0;   // of all threads
  long waits = 0;   // of threads for something
  long least = 0;   // fetches that one of them did
};

class Worker {
 public:
  Worker(std::unique_ptr<ArchiveContext> context, std::uint32_t seed)
      : context_(std::move(context)), seed_(seed) {
    for (const Desc& desc : context_->timeline().metadata().metrics()) ids_.push_back(desc.id);
    const auto end = context_->EndTime();
    if (end) span_ = static_cast<std::uint32_t>(end->sec - context_->label().start.sec);
  }

  void Fetch(std::atomic<long>& left) {
    for (done_ = 0; left.fetch_sub(1, std::memory_order_relaxed) > 0; ++done_) {
      seed_ = seed_ * 1664525u + 1013904223u;
      const Timestamp start = context_->label().start;
      const Timestamp there{start.sec + (seed_ >> 8) % span_, start.nsec};
      if (!context_->FetchAt(there, ids_, result_)) std::abort();
    }
  }

  /// Call after Fetch() is done.
  long waits() const { return waits_; }
  long done() const { return done_; }
  void FetchAndCount(std::atomic<long>& left) {
    rusage before{}, after{};
    ::getrusage(RUSAGE_THREAD, &before);
    Fetch(left);
    ::getrusage(RUSAGE_THREAD, &after);
    waits_ = after.ru_nvcsw - before.ru_nvcsw;
  }

 private:
  std::unique_ptr<ArchiveContext> context_;
  std::uint32_t seed_;
  std::uint32_t span_ = 1;
  std::vector<MetricId> ids_;
  FetchResult result_;
  long waits_ = 0;
  long done_ = 0;
};

using Workers = std::vector<std::unique_ptr<Worker>>;

double CpuSeconds() {
  timespec t{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec) * 1e-9;
}

Cost Measure(const Workers& workers, long fetches) {
  using Clock = std::chrono::steady_clock;
  Cost cost;
  std::atomic<long> left = fetches * static_cast<long>(workers.size());
  const Clock::time_point start = Clock::now();
  const double cpu = CpuSeconds();
  {
    std::vector<std::jthread> running;
    for (const auto& worker : workers) running.emplace_back([&] { worker->FetchAndCount(left); });
  }
  cost.cpu = CpuSeconds() - cpu;
  cost.wall = std::chrono::duration<double>(Clock::now() - start).count();
  cost.least = fetches;
  for (const auto& worker : workers) {
    cost.waits += worker->waits();
    cost.least = std::min(cost.least, worker->done());
  }
  return cost;
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// Nothing if there is no such archive.
Workers OpenFor(const char* archive, std::size_t threads) {
  Workers workers;
  auto opened = ArchiveContext::Open(archive);
  if (!opened) return fmt::print(stderr, "{}\n", opened.error().Message()), Workers();
  for (std::uint32_t i = 0; i < threads; ++i) {
    workers.push_back(std::make_unique<Worker>((*opened)->Duplicate(), i));
    std::atomic<long> few = 20;
    workers.back()->Fetch(few);
  }
  return workers;
}

int Run(const char* archive, std::size_t threads, long fetches) {
  const Workers alone = OpenFor(archive, 1), together = OpenFor(archive, threads);
  if (alone.empty() || together.empty()) return 1;
  std::vector<double> wall, cpu, waits, least;
  for (int round = 0; round < kRounds; ++round) {
    const Cost one = Measure(alone, fetches);
    const Cost many = Measure(together, fetches);
    const auto work = static_cast<double>(threads), each = static_cast<double>(fetches);
    wall.push_back(work * one.wall / many.wall);
    cpu.push_back(work * one.cpu / (many.cpu / work));
    waits.push_back(static_cast<double>(many.waits) / each / work);
    least.push_back(static_cast<double>(many.least) / each);
  }
  fmt::print(
      "{} threads: {:.2f} times the work of one by the clock, {:.2f} by CPU time, {:.3f} waits a "
      "fetch, {:.2f} of its part done by the slowest\n",
      threads, Median(wall), Median(cpu), Median(waits), Median(least));
  return 0;
}

}  // namespace
}  // namespace fdr

int main(int argc, char** argv) {
  if (argc != 4) return fmt::print(stderr, "usage: thread_bench ARCHIVE THREADS FETCHES\n"), 2;
  return fdr::Run(argv[1], static_cast<std::size_t>(std::atol(argv[2])), std::atol(argv[3]));
}
