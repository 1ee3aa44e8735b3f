// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Waiting, zones, and times that people write.

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "fdr/replay/pcp/libpcp/libpcp.h"
#include "fdr/replay/pcp/pmapi/base/error_code.h"
#include "fdr/replay/pcp/pmapi/base/text_buffer.h"
#include "fdr/replay/pcp/pmapi/reporting_zone.h"
#include "fdr/replay/time/mktime.h"
#include "fdr/replay/time/time_parser.h"

namespace {

struct timespec ToNanos(const struct timeval& time) {
  return {time.tv_sec, time.tv_usec * 1000};
}

// Signals do not make it shorter.
void Sleep(struct timespec length) {
  while (nanosleep(&length, &length) != 0 && errno == EINTR) {
  }
}

void PauseUntil(const struct timespec& until) {
  while (clock_nanosleep(CLOCK_REALTIME, TIMER_ABSTIME, &until, nullptr) == EINTR) {
  }
}

// The abbreviation and the offset that are in force now, as a zone of their own: "CET-1".
std::string ShortZone() {
  const std::time_t now = std::time(nullptr);
  struct tm fields = {};
  tzset();
  localtime_r(&now, &fields);
  std::string zone = fields.tm_zone;
  const long west = -fields.tm_gmtoff / 60;
  if (west == 0) return zone;
  const long minutes = std::abs(west);
  zone += west < 0 ? '-' : '+';
  zone += std::to_string(minutes / 60);
  if (minutes % 60 == 0) return zone;
  zone += ':';
  if (minutes % 60 < 10) zone += '0';
  return zone + std::to_string(minutes % 60);
}

// Labels of archives have room for no more.
constexpr std::size_t kLongestZone = 40;

// Leaves out minutes and seconds of zero: "CET-1:00:00" is "CET-1".
std::string WithoutZeroes(std::string zone) {
  const std::string_view zeroes = ":00";
  for (std::size_t at = zone.rfind(zeroes); at != zone.npos;) {
    const char next = at + zeroes.size() < zone.size() ? zone[at + zeroes.size()] : '\0';
    if (next != ':' && (next < '0' || next > '9')) zone.erase(at, zeroes.size());
    at = at > 0 ? zone.rfind(zeroes, at - 1) : zone.npos;
  }
  return zone;
}

// Sets TZ if it names no zone that other machines know, or one that is too long.
std::string TimeZone() {
  const char* const tz = getenv("TZ");
  std::string zone;
  if (tz != nullptr && tz[0] != ':') {
    if (strlen(tz) <= kLongestZone) return tz;
    zone = WithoutZeroes(tz);
  }
  if (zone.empty() || zone.size() > kLongestZone) zone = ShortZone();
  setenv("TZ", zone.c_str(), 1);
  return zone;
}

std::mutex zone_mutex;
char last_zone[256];

// The fields may be any numbers.
fdr::LocalFields FieldsOf(const struct tm& from) {
  fdr::LocalFields fields;
  fields.year = std::int64_t{from.tm_year} + 1900;
  fields.month = std::int64_t{from.tm_mon} + 1;
  fields.day = from.tm_mday;
  fields.hour = from.tm_hour;
  fields.minute = from.tm_min;
  fields.second = from.tm_sec;
  return fields;
}

}  // namespace

void __pmtimespecSleep(struct timespec length) { Sleep(length); }
void __pmtimevalSleep(struct timeval length) { Sleep(ToNanos(length)); }
void __pmtimespecPause(struct timespec until) { PauseUntil(until); }
void __pmtimevalPause(struct timeval until) { PauseUntil(ToNanos(until)); }

void __pmGetTimespec(struct timespec* now) { clock_gettime(CLOCK_REALTIME, now); }

char* __pmTimezone(void) {
  const std::lock_guard lock(zone_mutex);
  return __pmTimezone_r(last_zone, sizeof last_zone);
}

char* __pmTimezone_r(char* buffer, int size) {
  fdr::pmapi::Guarded([&] {
    fdr::pmapi::PutText(TimeZone(), buffer, size);
    return 0;
  });
  return buffer;
}

int __pmParseTime(const char* text, struct timeval* start, struct timeval* end,
                  struct timeval* result, char** message) {
  return fdr::pmapi::Guarded([&] {
    const auto stamp = [](const struct timeval& time) {
      return fdr::Timestamp{time.tv_sec, static_cast<std::int32_t>(time.tv_usec * 1000)};
    };
    const bool has_end = end->tv_sec != PM_MAX_TIME_T;
    fdr::TimeParser parser(fdr::pmapi::ReportingZone(), std::time(nullptr),
                           fdr::IntervalRules::kPcp);
    const fdr::Result<fdr::Timestamp> found =
        parser.Parse(text, stamp(*start), has_end ? std::optional(stamp(*end)) : std::nullopt);
    if (!found) {
      *message = strdup(found.error().what.c_str());
      return -1;
    }
    *result = {found->sec, found->nsec / 1000};
    return 0;
  });
}

namespace {

bool IsOther(const struct tm& fields, bool is_dst) {
  return fields.tm_isdst >= 0 && (fields.tm_isdst > 0) != is_dst;
}

// The nearest offset from UTC that is one of daylight saving time, or is none.  As in mktime(3),
// it is looked for in steps of a week, for some years.
std::optional<long> NearestOffset(time_t near, bool is_dst) {
  constexpr time_t kStep = 601'200, kFarthest = 268'000'000;
  for (time_t distance = kStep; distance < kFarthest; distance += kStep)
    for (const time_t t : {near - distance, near + distance}) {
      struct tm fields = {};
      pmLocaltime(&t, &fields);
      if (!IsOther(fields, is_dst)) return fields.tm_gmtoff;
    }
  return std::nullopt;
}

}  // namespace

// The inverse of pmLocaltime(3), in the reporting zone.  Normalises the fields.  If they say
// whether they are in daylight saving time, and that time has the other kind, the clock that they
// mean is another one.
time_t __pmMktime(struct tm* fields) {
  time_t seconds = -1;
  fdr::pmapi::Guarded([&] {
    fdr::LocalToUtc converter(fdr::pmapi::ReportingZone());
    struct tm asked = *fields;
    const auto found = converter.Seconds(FieldsOf(*fields));
    if (!found) return 0;
    seconds = *found;
    pmLocaltime(&seconds, fields);
    if (!IsOther(asked, fields->tm_isdst > 0)) return 0;
    // Where there is no other kind of time, it would differ by an hour.
    const long hour = asked.tm_isdst > 0 ? 3600 : -3600;
    const auto offset = NearestOffset(seconds, asked.tm_isdst > 0);
    seconds = timegm(&asked) - offset.value_or(fields->tm_gmtoff + hour);
    pmLocaltime(&seconds, fields);
    return 0;
  });
  return seconds;
}
