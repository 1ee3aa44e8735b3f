// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Prints the mean of each instance of a metric.  usage: means ARCHIVE METRIC

#include <fdr/replay/recorded/archive_context.h>
#include <fdr/replay/statistics/statistics_pass.h>

#include <cstdio>
#include <cstdlib>

// What a call returned.  An error ends the program.
template <class T>
static T Get(fdr::Result<T> result) {
  if (result) return std::move(*result);
  std::fprintf(stderr, "%s\n", result.error().Message().c_str());
  std::exit(1);
}

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: means ARCHIVE METRIC\n");
    return 2;
  }
  bool is_damaged = false;
  fdr::ReplayOptions options;
  options.on_damage = [&](const fdr::Problem& problem) {  // then fetches go on behind it
    std::fprintf(stderr, "%s: %s\n", problem.file.c_str(), problem.what.c_str());
    is_damaged = true;
  };
  const auto archive = Get(fdr::ArchiveContext::Open(argv[1], options));
  const auto metric = Get(archive->Find(argv[2]));
  const auto desc = Get(archive->DescOf(metric));
  const auto instances = desc.indom.IsNull()
                             ? std::vector<fdr::NamedInstance>{{fdr::kSingular, argv[2]}}
                             : Get(archive->AllInstances(desc.indom));
  const bool is_rate = desc.semantics == fdr::Semantics::kCounter;
  std::vector<fdr::SeriesChoice> series;
  for (const fdr::NamedInstance& instance : instances)
    series.push_back({metric, instance.id, {desc.type, desc.semantics, is_rate}});

  fdr::StatisticsPass pass(series, {archive->label().start, Get(archive->EndTime())});
  fdr::FetchResult result;
  while (Get(archive->Fetch(pass.metrics(), result))) pass.Take(result);
  if (const auto gap = archive->GapStart()) pass.BreakAt(*gap);
  pass.Finish();
  for (std::size_t i = 0; i < series.size(); ++i)
    if (const auto* statistics = pass.Of(i))
      std::printf("%s: %.3f\n", instances[i].name.c_str(), statistics->values().Mean());
  return is_damaged ? 1 : 0;
}
