// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// What mapped values cost: a program that changes instruments, and a collector that reads them.
// usage: mmv_bench DIRECTORY

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <thread>
#include <vector>

#include "fdr/replay/sources/local/local_context.h"
#include "fdr/replay/sources/mmv/instruments.h"

namespace fdr {
namespace {

constexpr int kMetrics = 1000;

std::string NameOf(int i) { return std::string("m").append(std::to_string(i)); }

double ThreadTime() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

Timestamp WallTime() {
  timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return {t.tv_sec, static_cast<std::int32_t>(t.tv_nsec)};
}

template <class Operation>
void Measure(const char* name, long count, long parts, Operation operation) {
  double best = 1e12;
  for (int round = 0; round < 5; ++round) {
    const double start = ThreadTime();
    for (long i = 0; i < count; ++i) operation();
    best = std::min(best, (ThreadTime() - start) / static_cast<double>(count));
  }
  std::printf("%-24s %8.2f ns\n", name, best / static_cast<double>(parts));
}

int Run(const std::string& folder) {
  mmv::InstrumentFile file("bench_instruments");
  std::vector<mmv::Counter*> counters;
  for (int i = 0; i < kMetrics; ++i) counters.push_back(&file.Add<mmv::Counter>(NameOf(i)));
  std::vector<std::string> instances;
  for (int i = 0; i < kMetrics; ++i) instances.push_back(NameOf(i));
  file.Add<mmv::Counter>("family", file.AddDomain(instances));
  auto& text = file.Add<mmv::Text>("text");
  auto& timer = file.Add<mmv::Timer>("time");
  if (const Result<void> published = file.Publish(folder); !published) {
    std::fprintf(stderr, "%s\n", published.error().Message().c_str());
    return 1;
  }
  mmv::Counter& counter = *counters[500];
  Measure("counter, atomic", 2'000'000, 1, [&] { ++counter; });
  Measure("counter, one thread", 2'000'000, 1, [&] {
    counter.AddAlone(1);
    asm volatile("" ::: "memory");
  });
  Measure("text", 1'000'000, 1, [&] {
    text = "hello world";
    asm volatile("" ::: "memory");
  });
  Measure("timer", 500'000, 1, [&] { const auto running = timer.Measure(); });

  // A collector looks closer at a folder that has just changed.
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  auto machine = LocalContext::Open({.clock = WallTime, .mmv = folder});
  std::vector<MetricId> ids;
  for (int i = 0; i < kMetrics; ++i)
    ids.push_back((*machine)->Find("mmv.bench_instruments." + NameOf(i)).value());
  FetchResult result;
  const auto fetch = [&](std::span<const MetricId> metrics) {
    const Fetched fetched = (*machine)->Fetch(metrics, result);
    if (!fetched || !*fetched || result.AllValues().size() != std::size_t{kMetrics}) std::abort();
  };
  Measure("read, 1000 metrics", 2'000, kMetrics, [&] { fetch(ids); });
  const MetricId family = (*machine)->Find("mmv.bench_instruments.family").value();
  Measure("read, 1000 instances", 2'000, kMetrics, [&] { fetch(std::span(&family, 1)); });
  Measure("fetch one value", 20'000, 1,
          [&] { (void)(*machine)->Fetch(std::span(ids).first(1), result); });
  return 0;
}

}  // namespace
}  // namespace fdr

int main(int argc, char** argv) { return argc == 2 ? fdr::Run(argv[1]) : 2; }
