// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// A program as the header of replay/context.h shows it, and others that read an archive in other
// ways: usage: damaged_walks forward|backward|whole|unwarned METRIC ARCHIVE.
//
// Prints how many values it read.  The status is 1 if data may be missing: after a message about
// damage, or if the log was not read to its end.

#include <cstdio>
#include <string_view>

#include "fdr/replay/recorded/archive_context.h"

namespace fdr {
namespace {

int Complain(const Error& error) {
  std::fprintf(stderr, "%s\n", error.Message().c_str());
  return 1;
}

int Walk(std::string_view way, std::string_view metric, std::string_view name) {
  bool is_damaged = false;
  ReplayOptions options;
  if (way != "unwarned")
    options.on_damage = [&](const Problem& problem) {
      std::fprintf(stderr, "%s\n", problem.what.c_str());
      is_damaged = true;
    };
  const auto context = ArchiveContext::Open(name, options);
  if (!context) return Complain(context.error());
  const Result<MetricId> id = (*context)->Find(metric);
  if (!id) return Complain(id.error());
  if (way == "backward") {
    const Result<Timestamp> end = (*context)->LastStamp();
    if (!end) return Complain(end.error());
    if (const auto set = (*context)->SetMode(Mode::kBackward, *end); !set)
      return Complain(set.error());
  }
  std::size_t values = 0;
  FetchResult result;
  const auto fetch = [&] {
    return way == "whole" ? (*context)->FetchRecord(result)
                          : (*context)->Fetch(std::span(&*id, 1), result);
  };
  Fetched more = fetch();
  for (; more && *more; more = fetch())
    for (const FetchedSet& set : result.sets())
      if (set.id == *id) values += result.Values(set).size();
  std::printf("%zu\n", values);
  if (!more) return Complain(more.error());
  return is_damaged ? 1 : 0;
}

}  // namespace
}  // namespace fdr

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  return fdr::Walk(argv[1], argv[2], argv[3]);
}
