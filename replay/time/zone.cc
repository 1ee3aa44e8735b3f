// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/time/zone.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "fdr/replay/time/calendar.h"
#include "fdr/replay/time/posix_tz.h"
#include "fdr/replay/time/tzif.h"

namespace fdr {
namespace {

constexpr std::string_view kZoneDirectory = "/usr/share/zoneinfo/";
constexpr const char* kLocalZoneFile = "/etc/localtime";
constexpr std::string_view kDefaultRulesFile = "posixrules";

// The last and the first second of the years 2^31 - 1 and -2^31 (counted from 1900), in any zone.
constexpr std::int64_t kLastSecond = 67'767'976'233'532'799 - 2 * kSecondsPerDay;
constexpr std::int64_t kFirstSecond = -67'768'040'609'740'800 + 2 * kSecondsPerDay;

constexpr std::int64_t kEndOfTime = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kBeginOfTime = std::numeric_limits<std::int64_t>::min();

// The name may come from an archive, so it must not lead out of the directory of the zones.
std::optional<Tzif> FindFile(std::string_view name) {
  if (name.empty() || name.find('\0') != name.npos) return std::nullopt;
  if (name.front() != '/' && name.find("..") != name.npos) return std::nullopt;
  Result<Tzif> file =
      ReadTzif(name.front() == '/' ? std::string(name) : std::string(kZoneDirectory).append(name));
  if (!file) return std::nullopt;
  return *std::move(file);
}

// The last offset that a file uses for standard (false) or daylight saving time (true).
std::int32_t LastOffset(const Tzif& file, bool is_dst) {
  for (auto change = file.changes.rbegin(); change != file.changes.rend(); ++change)
    if (const TzifType& type = file.types[change->type]; type.is_dst == is_dst)
      return type.utc_offset;
  return 0;
}

}  // namespace

struct Zone::Data {
  std::vector<ClockChange> changes = {};
  std::vector<LocalTimeType> types = {{.abbreviation = "UTC"}};
  std::optional<PosixTz> tail = {};  // from the last change on; always, if there are no types
  bool understood = true;

  static Data FromFile(const Tzif& file) {
    return {.changes = file.changes,
            .types = {file.types.begin(), file.types.end()},
            .tail = file.tail};
  }

  static Data FromPosix(PosixTz tz) {
    const bool understood = tz.understood();
    return {.types = {}, .tail = std::move(tz), .understood = understood};
  }

  // Zones like "CET-1CEST" change their clocks as the default file does, at the same local time, up
  // to the last change of the file, and then by the default rule.  The C library tries to do the
  // same, but is hours off; the error depends on the zones that it used before.
  static std::optional<Data> FromDefaultRules(const PosixTz& tz) {
    const std::optional<Tzif> file = FindFile(kDefaultRulesFile);
    if (!file) return std::nullopt;
    const std::int32_t move_in_standard = LastOffset(*file, false) - tz.standard().utc_offset;
    const std::int32_t move_in_daylight = LastOffset(*file, true) - tz.daylight().utc_offset;
    Data data{.types = {tz.standard(), tz.daylight()}, .tail = tz};
    bool was_dst = false;
    for (ClockChange change : file->changes) {
      const TzifType& type = file->types[change.type];
      if (!type.changes_in_utc)
        change.sec +=
            was_dst && !type.changes_in_standard_time ? move_in_daylight : move_in_standard;
      was_dst = type.is_dst;
      change.type = type.is_dst ? 1 : 0;
      data.changes.push_back(change);
    }
    return data;
  }

  const LocalTimeType& FirstType() const {
    const auto standard = std::ranges::find(types, false, &LocalTimeType::is_dst);
    return standard == types.end() ? types.front() : *standard;
  }

  LocalTimeSpan SpanAt(std::int64_t sec) const {
    if (types.empty()) return tail->SpanAt(sec);
    const auto next = std::ranges::upper_bound(changes, sec, {}, &ClockChange::sec);
    LocalTimeSpan span{.until = next == changes.end() ? kEndOfTime : next->sec};
    if (next == changes.begin()) {
      span.type = &FirstType();
      span.from = kBeginOfTime;
    } else if (next == changes.end() && tail) {
      span = tail->SpanAt(sec);
      span.from = std::max(span.from, changes.back().sec);
    } else {
      span.type = &types[std::prev(next)->type];
      span.from = std::prev(next)->sec;
    }
    return span;
  }
};

Zone::Zone() : data_(std::make_shared<const Data>()) {}

Zone Zone::FromTz(std::string_view tz) {
  if (tz.empty()) return Zone();
  if (tz.front() == ':') tz.remove_prefix(1);
  if (const std::optional<Tzif> file = FindFile(tz))
    return Zone(std::make_shared<const Data>(Data::FromFile(*file)));
  if (tz.empty()) return Zone();
  PosixTz posix = PosixTz::Parse(tz);
  if (posix.lacks_rule())
    if (std::optional<Data> data = Data::FromDefaultRules(posix))
      return Zone(std::make_shared<const Data>(*std::move(data)));
  return Zone(std::make_shared<const Data>(Data::FromPosix(std::move(posix))));
}

Zone Zone::FromPeerOption(std::string_view tz) {
  return FromTz(tz.size() == 3 ? std::string(tz) + "+0" : std::string(tz));
}

Zone Zone::Local(const char* tz) {
  if (tz != nullptr) return FromTz(tz);
  if (const std::optional<Tzif> file = FindFile(kLocalZoneFile))
    return Zone(std::make_shared<const Data>(Data::FromFile(*file)));
  return Zone();
}

bool Zone::understood() const { return data_->understood; }

LocalTimeSpan Zone::SpanAt(std::int64_t sec) const& {
  return data_->SpanAt(std::clamp(sec, kFirstSecond, kLastSecond));
}

std::tm ToTm(const LocalTime& time) {
  std::tm fields = {};
  fields.tm_year = static_cast<int>(time.year - 1900);
  fields.tm_mon = time.month - 1;
  fields.tm_mday = time.day;
  fields.tm_hour = time.hour;
  fields.tm_min = time.minute;
  fields.tm_sec = time.second;
  fields.tm_wday = time.weekday;
  fields.tm_yday = static_cast<int>(DaysToMonth(time.year, time.month) - DaysToMonth(time.year, 1) +
                                    time.day - 1);
  fields.tm_isdst = time.is_dst ? 1 : 0;
  fields.tm_gmtoff = time.utc_offset;
  fields.tm_zone = time.abbreviation.data();  // ends in NUL: the whole string belongs to the zone
  return fields;
}

LocalTime Zone::At(std::int64_t sec) const& { return LocalClock(*this).At(sec); }

const LocalTime& LocalClock::At(std::int64_t sec) {
  sec = std::clamp(sec, kFirstSecond, kLastSecond);
  if (sec < span_.from || sec >= span_.until) {
    span_ = zone_.SpanAt(sec);
    time_.is_dst = span_.type->is_dst;
    time_.utc_offset = span_.type->utc_offset;
    time_.abbreviation = span_.type->abbreviation;
  }
  const std::int64_t local = sec + time_.utc_offset;
  if (local < day_begin_ || local >= day_end_) {
    const std::int64_t day = FloorDivide(local, kSecondsPerDay);
    const CivilDate date = DateOfDay(day);
    time_.year = date.year;
    time_.month = date.month;
    time_.day = date.day;
    time_.weekday = WeekdayOfDay(day);
    day_begin_ = day * kSecondsPerDay;
    day_end_ = day_begin_ + kSecondsPerDay;
  }
  const auto second_of_day = static_cast<int>(local - day_begin_);
  time_.hour = second_of_day / 3600;
  time_.minute = second_of_day / 60 % 60;
  time_.second = second_of_day % 60;
  return time_;
}

}  // namespace fdr
