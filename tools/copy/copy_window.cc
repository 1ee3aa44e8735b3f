// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/copy_window.h"

#include <fmt/format.h>

#include <ctime>

#include "fdr/tools/copy/daily_windows.h"
#include "fdr/tools/run/time_text.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

Result<TimeSpan> SpanOf(const CopyCommand& command, const TimeWindowBounds& bounds) {
  const TimeWindowSpec& times = command.window.times;
  const Result<TimeWindow> window = ParseWindowOptions(times, bounds);
  if (!window) return Fail(window.error());
  if (window->warning && !command.common.quiet)
    PrintMessage(UnderTitle("warning: -A was ignored", *window->warning) + '\n');
  TimeSpan span;
  if (HasStart(command)) span.start = window->origin;
  if (times.finish) span.end = window->end;
  return span;
}

}  // namespace

Result<TimeSpan> WindowAsked(const CopyCommand& command, Timestamp start, Timestamp end,
                             const Zone& zone) {
  if (!HasWindow(command)) return TimeSpan();
  const TimeWindowBounds bounds{
      .log_start = start, .log_end = end, .zone = zone, .now = std::time(nullptr)};
  const Result<TimeSpan> asked =
      command.around.time ? SpanAround(command.around, bounds) : SpanOf(command, bounds);
  if (!asked) return Fail(asked.error());
  const TimeSpan& span = *asked;
  if (span.start && span.end && *span.end < *span.start)
    return Fail(Errc::kInvalidArgument, "The time window ends before it starts");
  const TimeStyle style{zone, true, 0};
  if (span.start > end || (span.end && *span.end < start))
    return Fail(Errc::kEmpty,
                fmt::format("There is no record in the window: records are from {} to {}",
                            TimeText(start, style), TimeText(end, style)));
  return span;
}

Result<std::vector<TimeSpan>> WindowsAsked(const CopyCommand& command, Timestamp start,
                                           Timestamp end, const Zone& zone) {
  if (command.daily) return DailyWindows(command.window.times, start, end, zone);
  const Result<TimeSpan> span = WindowAsked(command, start, end, zone);
  if (!span) return Fail(span.error());
  return std::vector{*span};
}

}  // namespace fdr::tools
