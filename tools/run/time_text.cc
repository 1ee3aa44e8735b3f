// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/run/time_text.h"

#include <fmt/format.h>

#include <cstdlib>
#include <ctime>
#include <limits>

#include "fdr/replay/time/interval.h"
#include "fdr/replay/time/time_window.h"
#include "fdr/tools/terminal/console.h"

namespace fdr::tools {

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
    error.what = UnderTitle("Not a time or an interval; fdr-replay(1) lists the forms", error.what);
  return error;
}

Result<std::int64_t> ParseStep(const std::optional<std::string>& option) {
  if (!option) return kNanosPerSecond;
  const Result<Interval> interval = ParseInterval(*option, IntervalRules::kPlain);
  if (!interval) return Fail(ExplainTime(interval.error()));
  if (interval->sec > std::numeric_limits<std::int64_t>::max() / kNanosPerSecond - 1)
    return Fail(Errc::kInvalidArgument, "An interval of more than 292 years");
  const std::int64_t step = interval->sec * kNanosPerSecond + interval->nsec;
  if (step == 0) return Fail(Errc::kInvalidArgument, "The interval must be more than 0");
  return step;
}

Result<RunEnd> ParseEnd(const std::optional<std::string>& option, const Zone& zone, Timestamp now) {
  if (!option) return RunEnd();
  const Result<TimeWindow> window = ParseTimeWindow(
      {.start = {}, .finish = option, .align = {}, .offset = {}},
      {.log_start = now, .log_end = {}, .zone = zone, .now = now.sec}, IntervalRules::kPlain);
  if (!window) return Fail(ExplainTime(window.error()));
  // A length of 0 is refused, and so is one of centuries.
  if (const auto length = ParseStep(option->substr(option->starts_with('+') ? 1 : 0)))
    return RunEnd{.at = {}, .after = *length};
  return RunEnd{.at = window->end, .after = {}};
}

Timestamp WallClock() {
  timespec now = {};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return {now.tv_sec, static_cast<std::int32_t>(now.tv_nsec)};
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
