// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/view_time.h"

#include <fmt/format.h>

#include <ctime>

#include "fdr/replay/time/time_window.h"

namespace fdr::tools {

bool OnSameDay(Timestamp a, Timestamp b, const Zone& zone) {
  const LocalTime x = zone.At(a.sec), y = zone.At(b.sec);
  return x.year == y.year && x.month == y.month && x.day == y.day;
}

std::string ClockText(Timestamp stamp, const Zone& zone, bool date, bool precise) {
  const LocalTime local = zone.At(stamp.sec);
  std::string text =
      date ? fmt::format("{:04}-{:02}-{:02} ", local.year, local.month, local.day) : "";
  text += fmt::format("{:02}:{:02}:{:02}", local.hour, local.minute, local.second);
  if (precise && stamp.nsec != 0) text += fmt::format(".{:03}", stamp.nsec / kNanosPerMillisecond);
  return text;
}

Result<Timestamp> ParseJump(const std::string& text, Timestamp log_start, Timestamp log_end,
                            const Zone& zone) {
  const Result<TimeWindow> window = ParseTimeWindow(
      {.start = text, .finish = std::nullopt, .align = std::nullopt, .offset = std::nullopt},
      {.log_start = log_start, .log_end = log_end, .zone = zone, .now = std::time(nullptr)},
      IntervalRules::kPlain);
  if (!window)
    return Fail(Errc::kInvalidArgument,
                "Not a time: " + text +
                    "; try 14:30, '2026-01-31 14:30', 10m (after the start) or "
                    "-5m (before the end)");
  return window->start;
}

}  // namespace fdr::tools
