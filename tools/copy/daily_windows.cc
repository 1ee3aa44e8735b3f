// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/daily_windows.h"

#include <optional>
#include <string>
#include <utility>

#include "fdr/replay/time/calendar.h"
#include "fdr/replay/time/mktime.h"
#include "fdr/tools/run/time_text.h"

namespace fdr::tools {
namespace {

constexpr std::int64_t kMostDays = 36525;  // a century

tl::unexpected<Error> NotOfADay() {
  return Fail(Errc::kInvalidArgument, "--daily needs two times of a day: -S @12:00 -T @13:00");
}

// A time of the clock, on any day.
class TimeOfDay {
 public:
  TimeOfDay(Timestamp example, const Zone& zone)
      : time_(zone.At(example.sec)), nsec_(example.nsec), to_utc_(zone) {}

  std::optional<Timestamp> On(const CivilDate& date) {
    const auto seconds = to_utc_.Seconds({.year = date.year,
                                          .month = date.month,
                                          .day = date.day,
                                          .hour = time_.hour,
                                          .minute = time_.minute,
                                          .second = time_.second});
    if (!seconds) return std::nullopt;
    return Timestamp{*seconds, nsec_};
  }

 private:
  LocalTime time_;
  std::int32_t nsec_;
  LocalToUtc to_utc_;
};

// Parsed as a time of the day that begins at `midnight`.
Result<Timestamp> ParseTime(const std::optional<std::string>& option, bool is_start,
                            Timestamp midnight, const Zone& zone) {
  if (!option || !option->starts_with('@') || option->find(':') == std::string::npos)
    return NotOfADay();
  const TimeWindowSpec alone{.start = option};
  const auto window = ParseWindowOptions(is_start ? alone : TimeWindowSpec{.finish = option},
                                         {.log_start = midnight, .zone = zone});
  if (!window) return Fail(window.error());
  return is_start ? window->start : window->end.value_or(midnight);
}

std::int64_t DayOf(const LocalTime& time) {
  return DaysToMonth(time.year, time.month) + time.day - 1;
}

}  // namespace

Result<std::vector<TimeSpan>> DailyWindows(const TimeWindowSpec& times, Timestamp from,
                                           Timestamp to, const Zone& zone) {
  if (times.align || times.offset) return NotOfADay();
  // A window of the day before may reach into the first one.
  const std::int64_t first = DayOf(zone.At(from.sec)) - 1;
  const std::int64_t last = DayOf(zone.At(to.sec));
  if (last - first > kMostDays)
    return Fail(Errc::kTooLarge, "--daily: the archives are more than a century long");
  const CivilDate before = DateOfDay(first - 1);
  const auto midnight =
      LocalToUtc(zone).Seconds({.year = before.year, .month = before.month, .day = before.day});
  const Timestamp example{midnight.value_or(from.sec), 0};
  const Result<Timestamp> start = ParseTime(times.start, true, example, zone);
  if (!start) return Fail(start.error());
  const Result<Timestamp> end = ParseTime(times.finish, false, example, zone);
  if (!end) return Fail(end.error());
  TimeOfDay starts(*start, zone), ends(*end, zone);
  std::vector<TimeSpan> windows;
  for (std::int64_t day = first; day <= last; ++day) {
    const auto begin = starts.On(DateOfDay(day));
    auto finish = ends.On(DateOfDay(day));
    if (begin && finish && *finish <= *begin) finish = ends.On(DateOfDay(day + 1));
    if (!begin || !finish || *finish < from || *begin > to) continue;
    // Both ends belong to a window, but a record belongs to one day.
    if (!windows.empty() && *windows.back().end >= *begin) windows.back().end = begin->Plus(-1);
    windows.push_back({*begin, *finish});
  }
  return windows;
}

}  // namespace fdr::tools
