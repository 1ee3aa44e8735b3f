// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Prints the rates of a counter from the end of an archive to its start.  usage: rates ARCHIVE
// COUNTER [SECONDS], by default one for each minute.

#include <fdr/replay/recorded/archive_context.h>

#include <cstdio>
#include <cstdlib>
#include <map>

template <class T>
static T Get(fdr::Result<T> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "%s\n", result.error().Message().c_str());
  std::exit(1);
}

int main(int argc, char** argv) {
  const int step = argc > 3 ? std::atoi(argv[3]) : 60;
  if (argc < 3 || argc > 4 || step <= 0) {
    std::fprintf(stderr, "usage: rates ARCHIVE COUNTER [SECONDS]\n");
    return 2;
  }
  bool is_damaged = false;
  fdr::ReplayOptions options;
  options.on_damage = [&](const fdr::Problem&) { is_damaged = true; };
  options.watch_gaps = true;
  const auto archive = Get(fdr::ArchiveContext::Open(argv[1], options));
  const auto counter = Get(archive->Find(argv[2]));
  const auto type = Get(archive->DescOf(counter)).type;
  const auto start = archive->label().start;
  auto set = archive->SetMode(fdr::Mode::kInterpolated, Get(archive->EndTime()),
                              -std::int64_t{step} * fdr::kNanosPerSecond);
  std::map<fdr::InstanceId, double> later;
  for (fdr::FetchResult result; set && archive->origin() >= start;) {
    if (!Get(archive->Fetch(std::span(&counter, 1), result))) continue;
    if (result.after_gap()) later.clear();
    const double at = fdr::SecondsBetween(start, result.stamp());
    for (const fdr::FetchedValue& value : result.AllValues()) {
      const double number = value.Number(type).value_or(0);
      if (const auto last = later.find(value.instance); last != later.end())
        std::printf("+%.3f s [%d] %.1f/s\n", at, value.instance, (last->second - number) / step);
      later[value.instance] = number;
    }
  }
  return is_damaged ? 1 : 0;
}
