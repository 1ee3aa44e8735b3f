// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

// Shows how busy each processor was in every second of a window, then the same in reverse.

#include <fdr/replay/recorded/archive_context.h>
#include <fdr/replay/time/time_window.h>

#include <cmath>
#include <cstdio>
#include <map>

namespace {

constexpr std::int64_t kSecond = fdr::kNanosPerSecond;

int Complain(const fdr::Error& error) {
  std::fprintf(stderr, "%s\n", error.Message().c_str());
  return 1;
}

// "from the second half second on, for two and a half seconds, at whole seconds", in the archive's
// own zone.
fdr::Result<fdr::TimeWindow> Window(fdr::ArchiveContext& context) {
  const auto end = context.EndTime();
  if (!end) return fdr::Fail(end.error());
  const fdr::TimeWindowBounds bounds{.log_start = context.label().start,
                                     .log_end = *end,
                                     .zone = fdr::Zone::FromTz(context.TimeZone())};
  return fdr::ParseTimeWindow({.start = "500ms", .finish = "2.5s", .align = "1s"}, bounds,
                              fdr::IntervalRules::kPlain);
}

// Rates of a counter between one fetch and the next, in whichever direction.
class Rates {
 public:
  void Print(const fdr::FetchResult& result, fdr::Timestamp start) {
    if (result.after_gap()) last_.clear();  // nobody knows what happened in between
    const double now = fdr::SecondsBetween(start, result.stamp());
    std::printf("+%.3f s\n", now);
    for (const fdr::FetchedValue& value : result.Values(result.sets()[0])) {
      const auto found = last_.find(value.instance);
      if (found != last_.end()) {
        const auto [then, before] = found->second;
        Print(value.instance, now - then, value.bits - before);
      }
      last_[value.instance] = {now, value.bits};
    }
  }

 private:
  // In reverse both differences are negative.
  static void Print(fdr::InstanceId cpu, double seconds, std::uint64_t growth) {
    const auto milliseconds = static_cast<double>(static_cast<std::int64_t>(growth));
    std::printf("  cpu%d %.1f %%\n", cpu, std::fabs(milliseconds / seconds / 10));
  }

  std::map<fdr::InstanceId, std::pair<double, std::uint64_t>> last_;  // when, and what
};

// The values at a time, and every `delta` nanoseconds from there while they are in the window.
int Walk(fdr::ArchiveContext& context, fdr::MetricId metric, fdr::Timestamp from,
         const fdr::TimeWindow& window, std::int64_t delta) {
  const auto set = context.SetMode(fdr::Mode::kInterpolated, from, delta);
  if (!set) return Complain(set.error());
  Rates rates;
  fdr::FetchResult result;
  while (context.origin() >= window.start && context.origin() <= *window.end) {
    const auto fetched = context.Fetch(std::span(&metric, 1), result);
    if (!fetched) return Complain(fetched.error());
    if (*fetched) rates.Print(result, context.label().start);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  fdr::ReplayOptions options;
  options.watch_gaps = true;
  const auto context = fdr::ArchiveContext::Open(argc > 1 ? argv[1] : "", options);
  if (!context) return Complain(context.error());
  const auto metric = (*context)->Find("kernel.percpu.cpu.user");
  if (!metric) return Complain(metric.error());
  const auto window = Window(**context);
  if (!window) return Complain(window.error());

  if (Walk(**context, *metric, window->origin, *window, kSecond) != 0) return 1;
  std::printf("in reverse\n");
  return Walk(**context, *metric, *window->end, *window, -kSecond);
}
