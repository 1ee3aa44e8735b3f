// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Does through the C++ interface what fetch_bench.c does: the same fetches, the same line of
// output.

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <vector>

#include "fdr/replay/recorded/archive_context.h"

namespace fdr {
namespace {

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Work {
  Mode mode = Mode::kForward;
  bool reverse = false, seek = false, whole = false;
  std::int64_t step = 0;  // nanoseconds
  long fetches = 0;       // 0: once through the archive
};

Work WorkOf(std::string_view name, long step_ms, long fetches) {
  Work work;
  const bool interpolated = name == "interp" || name == "rinterp" || name == "seek";
  work.mode = interpolated     ? Mode::kInterpolated
              : name == "back" ? Mode::kBackward
                               : Mode::kForward;
  work.reverse = name == "rinterp";
  work.seek = name == "seek";
  work.whole = name == "archive";
  work.step = (work.reverse ? -step_ms : step_ms) * 1'000'000;
  work.fetches = fetches > 0 ? fetches : interpolated ? 2000 : 0;
  return work;
}

int GiveUp(const Error& error) {
  fmt::print(stderr, "{}\n", error.Message());
  return 1;
}

int Run(const char* archive, std::string_view name, std::size_t metrics, const Work& work) {
  const Clock::time_point opened = Clock::now();
  ReplayOptions options;
  options.rules.value = ValueRule::kPrevious;
  const auto context = ArchiveContext::Open(archive, options);
  if (!context) return GiveUp(context.error());
  const Result<Timestamp> end = (*context)->EndTime();
  if (!end) return GiveUp(end.error());
  const double open = SecondsSince(opened);

  std::vector<MetricId> ids;
  for (const Desc& desc : (*context)->timeline().metadata().metrics()) ids.push_back(desc.id);
  if (metrics > 0 && metrics < ids.size()) ids.resize(metrics);
  constexpr std::int64_t kOffRecords = 3'333'333'000;  // arithmetic is wanted
  const bool interpolated = work.mode == Mode::kInterpolated;
  const Timestamp start = (*context)->label().start.Plus(interpolated ? kOffRecords : 0);
  // Fetches in reverse have the same times as forward.
  const Timestamp last =
      work.reverse && work.step < 0
          ? start.Plus((end->sec - start.sec) * 1'000'000'000 / -work.step * -work.step)
          : *end;
  const Timestamp from = work.reverse || work.mode == Mode::kBackward ? last : start;
  const auto span = static_cast<std::uint32_t>(last.sec - start.sec);
  if (auto set = (*context)->SetMode(work.mode, from, work.step); !set) return GiveUp(set.error());

  double first = 0, busy = 0;
  std::size_t first_values = 0, values = 0;
  std::uint32_t seed = 7;
  FetchResult result;
  long fetches = 0;
  while (work.fetches == 0 || fetches < work.fetches) {
    const Clock::time_point begin = Clock::now();
    if (work.seek) {
      seed = seed * 1664525u + 1013904223u;
      const Timestamp there{start.sec + (seed >> 8) % span, start.nsec};
      if (auto set = (*context)->SetMode(work.mode, there, work.step); !set)
        return GiveUp(set.error());
    }
    const Result<bool> fetched =
        work.whole ? (*context)->FetchRecord(result) : (*context)->Fetch(ids, result);
    if (!fetched) return GiveUp(fetched.error());
    if (!*fetched) {
      if (work.fetches == 0 || fetches == 0) break;
      if (auto set = (*context)->SetMode(work.mode, from, work.step); !set)
        return GiveUp(set.error());
      continue;
    }
    const double took = SecondsSince(begin);
    std::size_t n = 0;
    for (const FetchedSet& set : result.sets()) n += set.count;
    if (fetches++ == 0) {
      first = took;
      first_values = n;
    } else {
      busy += took;
      values += n;
    }
  }
  fmt::print(
      "{} metrics={} step={} open {:.4f} s first {:.4f} s ({} values) then {} fetches {} values "
      "in {:.4f} s = {:.1f} fetch/s {:.6f} Mval/s\n",
      name, ids.size(), std::abs(work.step) / 1'000'000, open, first, first_values, fetches - 1,
      values, busy, static_cast<double>(fetches - 1) / busy,
      static_cast<double>(values) / busy / 1e6);
  return 0;
}

}  // namespace
}  // namespace fdr

int main(int argc, char** argv) {
  if (argc < 5) {
    fmt::print(stderr,
               "usage: replay_bench ARCHIVE archive|forw|back|interp|rinterp|seek METRICS "
               "STEP_MS [FETCHES]\n");
    return 2;
  }
  const auto number = [&](int i) { return argc > i ? std::atol(argv[i]) : 0; };
  return fdr::Run(argv[1], argv[2], static_cast<std::size_t>(number(3)),
                  fdr::WorkOf(argv[2], number(4), number(5)));
}
