// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A program that counts its work.  usage: instrument FOLDER

#include <fdr/replay/sources/mmv/instruments.h>

#include <chrono>
#include <cstdio>
#include <thread>

int main(int, char** argv) {
  fdr::mmv::InstrumentFile file("shop");
  auto& requests = file.Add<fdr::mmv::Counter>("requests", {.help = "requests so far"});
  auto& busy = file.Add<fdr::mmv::Timer>("busy", {.help = "time spent with requests"});
  const auto queue = file.AddDomain({"in", "out"}, "queues");
  const auto jobs = file.Add<fdr::mmv::Gauge>("jobs", queue);
  if (const auto published = file.Publish(argv[1]); !published)
    std::fprintf(stderr, "no metrics: %s\n", published.error().Message().c_str());
  jobs["in"] = 30;
  for (int i = 0; i < 30; ++i) {
    const auto running = busy.Measure();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    ++requests;
    jobs["in"] -= 1;
  }
}
