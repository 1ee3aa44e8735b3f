// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/replay/plan.h"

#include <algorithm>
#include <ctime>

#include "fdr/tools/run/time_text.h"
#include "fdr/tools/series/row_sink.h"
#include "fdr/tools/series/time_column.h"

namespace fdr::tools {
namespace {

constexpr const char* kRecorded = "recorded";
constexpr const char* kInterpolated = "interpolated";

Result<void> ChooseMode(const ReplayCommand& command, Plan& plan) {
  plan.interpolated = command.interval.has_value();
  if (!command.mode) return {};
  if (*command.mode == kInterpolated) {
    plan.interpolated = true;
  } else if (*command.mode != kRecorded) {
    return Fail(Errc::kInvalidArgument,
                "There is no mode \"" + *command.mode +
                    "\": it is recorded or interpolated, as in --mode interpolated");
  } else if (command.interval) {
    return Fail(Errc::kInvalidArgument,
                "With an interval, values are interpolated: --mode recorded has none");
  }
  return {};
}

// The requested end may lie beyond the current end of an archive that still grows.
Timestamp LaterEnd(TimeWindowSpec times, const ChosenWindow& window, ArchiveContext& context,
                   const Zone& zone) {
  const Result<Timestamp> end = context.EndTime();
  if (!end || window.end < *end) return window.end;
  TimeWindowBounds bounds{
      .log_start = context.label().start, .zone = zone, .now = std::time(nullptr)};
  // A start before the end is before that of now.
  if (times.start && times.start->starts_with('-')) {
    bounds.log_start = window.start;
    times.start.reset();
  }
  const Result<TimeWindow> later = ParseWindowOptions(times, bounds);
  return later ? later->end.value_or(window.end) : window.end;
}

}  // namespace

int DecimalsOf(std::int64_t step) { return (DigitsOfStep(step) + 2) / 3 * 3; }

TimeStyle StyleOf(const Plan& plan, const Zone& zone) {
  constexpr int kOfRecords = 3;
  return {zone, OnDifferentDays(plan.window_start, plan.window_end, zone),
          plan.interpolated ? DecimalsOf(plan.step) : kOfRecords};
}

Mode Plan::mode() const {
  if (interpolated) return Mode::kInterpolated;
  return direction == Direction::kForward ? Mode::kForward : Mode::kBackward;
}

Timestamp LastStep(Timestamp from, Timestamp bound, std::int64_t step) {
  const auto distance =
      (static_cast<__int128>(bound.sec) - from.sec) * kNanosPerSecond + bound.nsec - from.nsec;
  const __int128 way = distance - distance % step;
  const Timestamp there{from.sec + static_cast<std::int64_t>(way / kNanosPerSecond), from.nsec};
  return there.Plus(static_cast<std::int64_t>(way % kNanosPerSecond));
}

WindowOptions WindowOf(const ReplayCommand& command) {
  return {.times = {.start = command.start,
                    .finish = command.finish,
                    .align = command.align,
                    .offset = command.origin},
          .zone = command.zone,
          .archive_zone = command.archive_zone};
}

Result<Plan> MakePlan(const ReplayCommand& command, ArchiveContext& context, const Zone& zone) {
  Plan plan;
  if (const Result<void> chosen = ChooseMode(command, plan); !chosen) return Fail(chosen.error());
  const Result<std::int64_t> step = ParseStep(command.interval);
  if (!step) return Fail(step.error());
  plan.step = *step;
  const TimeWindowSpec times = WindowOf(command).times;
  const Result<ChosenWindow> window = ChooseWindow(times, context, zone);
  if (!window) return Fail(window.error());
  const Timestamp last = window->end;
  plan.window_start = window->start;
  plan.window_end = last;
  plan.warning = window->warning;
  plan.from = window->origin;
  plan.ends = !command.follow || command.finish;
  if (command.follow && command.finish) plan.window_end = LaterEnd(times, *window, context, zone);
  if (!command.reverse) return plan;
  plan.direction = Direction::kBackward;
  if (!command.origin)
    plan.from = plan.interpolated
                    ? LastStep(window->origin, std::max(last, window->origin), plan.step)
                    : last;
  return plan;
}

}  // namespace fdr::tools
