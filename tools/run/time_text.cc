// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/run/time_text.h"

#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <limits>
#include <utility>

#include "fdr/replay/time/interval.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {
namespace {

constexpr std::int64_t kShortestInterval = 1'000'000;
constexpr std::string_view kTimes = "10m, -1h or '@14:30'";
constexpr std::string_view kEnds = "10m (from now) or '@18:00'";
constexpr std::string_view kIntervals = "10s, 5m or 100ms";

// An error of the parsers with a caret gets a title with examples; others are complete.
Error WithTitle(Error error, std::string_view title, std::string_view examples) {
  if (error.what.find('\n') != std::string::npos)
    error.what = UnderTitle(
        fmt::format("{}, such as {}; fdr help times lists the forms", title, examples), error.what);
  return error;
}

}  // namespace

Result<Zone> ChooseZone(std::string_view option, const LabelRecord& label) {
  if (option == "local") return Zone::Local(std::getenv("TZ"));
  if (option == "utc" || option == "UTC") return Zone();
  if (option == "archive") {
    const std::string_view zoneinfo = label.zoneinfo.view();
    return Zone::FromTz(zoneinfo.empty() ? label.timezone.view() : zoneinfo);
  }
  Zone zone = Zone::FromTz(option);
  if (!zone.understood())
    return Fail(Errc::kInvalidArgument,
                fmt::format("\"{}\" is not a time zone; try local, archive, utc or a name "
                            "like Europe/Berlin",
                            option));
  return zone;
}

Zone ChoosePeerZone(std::string_view option, bool quiet) {
  Zone zone = Zone::FromPeerOption(option);
  if (!zone.understood() && !quiet)
    PrintError(
        fmt::format("warning: \"{}\" is not a time zone, so times are in UTC; try a name "
                    "like Europe/Berlin",
                    option));
  return zone;
}

std::string HumanTime(Timestamp stamp, const Zone& zone, Version version) {
  const LocalTime t = zone.At(stamp.sec);
  const std::string fraction = version == Version::k2 ? fmt::format("{:06}", stamp.nsec / 1000)
                                                      : fmt::format("{:09}", stamp.nsec);
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}.{} {}", t.year, t.month, t.day, t.hour,
                     t.minute, t.second, fraction, t.abbreviation);
}

std::string DateText(Timestamp stamp, const Zone& zone) {
  return fmt::format("{} {}", TimeText(stamp, {zone, true, stamp.nsec == 0 ? 0 : 3}),
                     zone.At(stamp.sec).abbreviation);
}

std::string UnderTitle(std::string_view title, std::string_view complaint) {
  std::string text = fmt::format("{}:\n  ", title);
  for (const char c : complaint.substr(0, complaint.find_last_not_of('\n') + 1)) {
    text += c;
    if (c == '\n') text += "  ";  // keeps the caret under the same place
  }
  return text;
}

Error ExplainTime(Error error) {
  if (error.what.find('\n') != std::string::npos)
    error.what = UnderTitle(fmt::format("Not a time, such as {}, and not an interval, such as {}; "
                                        "fdr help times lists the forms",
                                        kTimes, kIntervals),
                            error.what);
  return error;
}

Result<TimeWindow> ParseWindowOptions(const TimeWindowSpec& spec, const TimeWindowBounds& bounds) {
  Result<TimeWindow> window = ParseTimeWindow(spec, bounds, IntervalRules::kPlain);
  if (window) return window;
  // The culprit is an option that cannot be parsed alone, either.
  const auto fails = [&](const TimeWindowSpec& alone) {
    return !ParseTimeWindow(alone, bounds, IntervalRules::kPlain);
  };
  Error& error = window.error();
  if (fails({.start = spec.start}))
    error = WithTitle(std::move(error), "-S: Not a time", kTimes);
  else if (fails({.align = spec.align}))
    error = WithTitle(std::move(error), "-A: Not an interval", kIntervals);
  else if (fails({.finish = spec.finish}))
    error = WithTitle(std::move(error), "-T: Not a time", kTimes);
  else
    error = WithTitle(std::move(error), "-O: Not a time", kTimes);
  return window;
}

Result<std::int64_t> ParseStep(const std::optional<std::string>& option, std::string_view name) {
  if (!option) return kNanosPerSecond;
  const auto fail = [&](const char* what) {
    return Fail(Errc::kInvalidArgument, fmt::format("{}: {}, such as {}", name, what, kIntervals));
  };
  const Result<Interval> interval = ParseInterval(*option, IntervalRules::kPlain);
  if (!interval)
    return Fail(WithTitle(interval.error(), fmt::format("{}: Not an interval", name), kIntervals));
  if (interval->sec > std::numeric_limits<std::int64_t>::max() / kNanosPerSecond - 1)
    return fail("The interval must be less than 292 years");
  const std::int64_t step = interval->sec * kNanosPerSecond + interval->nsec;
  if (step == 0) return fail("The interval must be more than 0");
  return step;
}

Result<std::int64_t> ParseLiveStep(const std::optional<std::string>& option) {
  Result<std::int64_t> step = ParseStep(option);
  if (step && *step < kShortestInterval)
    return Fail(Errc::kInvalidArgument, "-t: The shortest interval is 1ms, as in -t 1ms");
  return step;
}

Result<RunEnd> ParseEnd(const std::optional<std::string>& option, const Zone& zone, Timestamp now) {
  if (!option) return RunEnd();
  const Result<TimeWindow> window = ParseTimeWindow(
      {.start = {}, .finish = option, .align = {}, .offset = {}},
      {.log_start = now, .log_end = {}, .zone = zone, .now = now.sec}, IntervalRules::kPlain);
  if (!window) return Fail(WithTitle(window.error(), "-T: Not a time", kEnds));
  // A length of 0 is refused, and so is one of centuries.
  if (const auto length = ParseStep(option->substr(option->starts_with('+') ? 1 : 0)))
    return RunEnd{.at = {}, .after = *length};
  if (window->end && *window->end <= now)
    return Fail(Errc::kInvalidArgument,
                fmt::format("-T {}: That time has passed: {}; as in -T 10m or -T '@18:00'", *option,
                            DateText(*window->end, zone)));
  return RunEnd{.at = window->end, .after = {}};
}

Timestamp WallClock() {
  timespec now = {};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return {now.tv_sec, static_cast<std::int32_t>(now.tv_nsec)};
}

std::string TimeText(Timestamp stamp, const TimeStyle& style) {
  const LocalTime t = style.zone.At(stamp.sec);
  std::string text;
  if (style.dates) text = fmt::format("{:04}-{:02}-{:02} ", t.year, t.month, t.day);
  text += fmt::format("{:02}:{:02}:{:02}", t.hour, t.minute, t.second);
  if (style.decimals > 0)
    text +=
        fmt::format(".{:09}", stamp.nsec).substr(0, static_cast<std::size_t>(style.decimals) + 1);
  return text;
}

bool OnDifferentDays(Timestamp a, Timestamp b, const Zone& zone) {
  const LocalTime x = zone.At(a.sec), y = zone.At(b.sec);
  return x.year != y.year || x.month != y.month || x.day != y.day;
}

std::string Rfc3339(Timestamp stamp, const Zone& zone) {
  const LocalTime t = zone.At(stamp.sec);
  std::string text = fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:09}", t.year, t.month,
                                 t.day, t.hour, t.minute, t.second, stamp.nsec);
  if (t.utc_offset == 0) return text + 'Z';
  const int minutes = (t.utc_offset < 0 ? -t.utc_offset : t.utc_offset) / 60;
  return text +
         fmt::format("{}{:02}:{:02}", t.utc_offset < 0 ? '-' : '+', minutes / 60, minutes % 60);
}

}  // namespace fdr::tools
