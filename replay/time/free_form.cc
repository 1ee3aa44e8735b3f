// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/time/free_form.h"

#include "fdr/replay/time/calendar.h"
#include "fdr/replay/time/free_form_words.h"

namespace fdr {
namespace {

using TokenKind = FreeFormToken::Kind;

enum class Dst { kMaybe, kOn, kOff };

// The items that have been parsed, and how often.
struct Said {
  int dates = 0, times = 0, zones = 0, weekdays = 0, snaps = 0, relatives = 0;
  std::int64_t year = 0, month = 0, day = 0;
  std::int64_t hour = 0, minute = 0, second = 0;
  std::optional<std::int64_t> meridian = {};  // 0 am, 12 pm
  std::optional<std::int64_t> minutes_west = {};
  Dst dst = Dst::kMaybe;
  std::int64_t ordinal = 0, weekday = 0;
  std::int64_t months = 0, seconds = 0;
};

// One token of lookahead decides, as in other grammars for this form.  So "10 sep 3:00" is taken
// for 10 September of the year 3, and then the colon is an error.
class FreeFormParser {
 public:
  FreeFormParser(std::string_view text, Said& said) : text_(text), said_(said) { Advance(); }

  bool Parse() {
    while (next_.kind != TokenKind::kEnd)
      if (!Item()) return false;
    return said_.times <= 1 && said_.zones <= 1 && said_.dates <= 1 && said_.weekdays <= 1 &&
           said_.snaps <= 1;
  }

 private:
  void Advance() { next_ = NextFreeFormToken(text_); }
  std::int64_t Take() {
    const std::int64_t value = next_.value;
    Advance();
    return value;
  }
  bool Is(TokenKind kind) const { return next_.kind == kind; }
  bool IsSign(char c) const { return Is(TokenKind::kSign) && next_.value == c; }
  bool IsUnit() const {
    return Is(TokenKind::kMonths) || Is(TokenKind::kMinutes) || Is(TokenKind::kSeconds) ||
           Is(TokenKind::kSnapped);
  }
  bool TakeNumber(std::int64_t& value) {
    if (!Is(TokenKind::kNumber)) return false;
    value = Take();
    return true;
  }

  bool Item() {
    if (Is(TokenKind::kNumber)) return AfterNumber(Take());
    if (Is(TokenKind::kSigned)) {
      const std::int64_t count = Take();
      return IsUnit() && Relative(count);
    }
    if (IsUnit()) return Relative(1);
    if (Is(TokenKind::kMonth)) return MonthDay();
    if (Is(TokenKind::kWeekday)) return Weekday(1, true);
    if (Is(TokenKind::kZone) || Is(TokenKind::kDaylightZone)) return Zone();
    return false;
  }

  bool AfterNumber(std::int64_t n) {
    if (IsUnit()) return Relative(n);
    if (Is(TokenKind::kMeridian)) {
      SetTime(n, 0, 0);
      said_.meridian = Take();
      return true;
    }
    if (IsSign(':')) return Time(n);
    if (IsSign('/')) return SlashedDate(n);
    if (Is(TokenKind::kSigned)) return DashedDate(n);
    if (Is(TokenKind::kMonth)) return DayMonth(n);
    if (Is(TokenKind::kWeekday)) return Weekday(n, false);
    BareNumber(n);
    return true;
  }

  void SetTime(std::int64_t hour, std::int64_t minute, std::int64_t second) {
    ++said_.times;
    said_.hour = hour;
    said_.minute = minute;
    said_.second = second;
    said_.meridian.reset();
  }

  void SetDate(std::int64_t month, std::int64_t day) {
    ++said_.dates;
    said_.month = month;
    said_.day = day;
  }

  // Parses "h:mm[:ss]", then am, pm, or an offset like "-0500".
  bool Time(std::int64_t hour) {
    Advance();
    std::int64_t minute = 0;
    std::int64_t second = 0;
    if (!TakeNumber(minute)) return false;
    if (IsSign(':')) {
      Advance();
      if (!TakeNumber(second)) return false;
    }
    SetTime(hour, minute, second);
    if (Is(TokenKind::kMeridian)) {
      said_.meridian = Take();
    } else if (Is(TokenKind::kSigned)) {
      const std::int64_t offset = Take();
      said_.minutes_west = -(offset % 100 + offset / 100 * 60);
      said_.dst = Dst::kOff;
    }
    return true;
  }

  bool SlashedDate(std::int64_t first) {
    Advance();
    std::int64_t second = 0;
    std::int64_t third = 0;
    if (!TakeNumber(second)) return false;
    if (!IsSign('/')) {
      SetDate(first, second);
      return true;
    }
    Advance();
    if (!TakeNumber(third)) return false;
    const bool year_first = first >= 100;
    SetDate(year_first ? second : first, year_first ? third : second);
    said_.year = year_first ? first : third;
    return true;
  }

  // Parses "2001-9-10": the minus signs belong to the numbers.
  bool DashedDate(std::int64_t year) {
    const std::int64_t month = -Take();
    if (!Is(TokenKind::kSigned)) return false;
    SetDate(month, -Take());
    said_.year = year;
    return true;
  }

  bool DayMonth(std::int64_t day) {
    SetDate(Take(), day);
    if (Is(TokenKind::kSigned))
      said_.year = -Take();
    else
      TakeNumber(said_.year);
    return true;
  }

  bool MonthDay() {
    const std::int64_t month = Take();
    std::int64_t day = 0;
    if (!TakeNumber(day)) return false;
    SetDate(month, day);
    if (!IsSign(',')) return true;
    Advance();
    return TakeNumber(said_.year);
  }

  bool Weekday(std::int64_t ordinal, bool comma_may_follow) {
    ++said_.weekdays;
    said_.ordinal = ordinal;
    said_.weekday = Take();
    if (comma_may_follow && IsSign(',')) Advance();
    return true;
  }

  bool Zone() {
    ++said_.zones;
    const bool daylight = Is(TokenKind::kDaylightZone);
    said_.minutes_west = Take();
    said_.dst = daylight ? Dst::kOn : Dst::kOff;
    if (!daylight && Is(TokenKind::kDst)) {
      Advance();
      said_.dst = Dst::kOn;
    }
    return true;
  }

  bool Relative(std::int64_t count) {
    ++said_.relatives;
    if (Is(TokenKind::kSnapped)) ++said_.snaps;
    const std::int64_t amount = count * next_.value;
    if (Is(TokenKind::kMonths))
      said_.months += amount;
    else
      said_.seconds += Is(TokenKind::kSeconds) ? amount : amount * 60;
    Advance();
    if (!Is(TokenKind::kAgo)) return true;
    Advance();
    said_.months = -said_.months;
    said_.seconds = -said_.seconds;
    return true;
  }

  void BareNumber(std::int64_t n) {
    if (said_.times > 0 && said_.dates > 0 && said_.relatives == 0) {
      said_.year = n;
    } else if (n > 10000) {
      SetDate(n / 100 % 100, n % 100);
      said_.year = n / 10000;
    } else if (n < 100) {
      SetTime(n, 0, 0);
    } else {
      SetTime(n / 100, n % 100, 0);
    }
  }

  std::string_view text_;
  Said& said_;
  FreeFormToken next_;
};

// Converts a local date and time of day to seconds since the Epoch, as PCP does.
class Calendar {
 public:
  Calendar(const Zone& zone, std::int64_t base) : zone_(zone) {
    const LocalTime local = zone.At(base);
    standard_offset_ = local.utc_offset - (local.is_dst ? 3600 : 0);
  }

  std::optional<std::int64_t> Convert(std::int64_t year, std::int64_t month, std::int64_t day,
                                      std::int64_t second_of_day,
                                      std::optional<std::int64_t> minutes_west, Dst dst) const {
    if (year < 0) year = -year;
    if (year < 69)
      year += 2000;
    else if (year < 100)
      year += 1900;
    if (year < 1970 || month < 1 || month > 12 || day < 1 ||
        day > DaysInMonth(year, static_cast<int>(month)))
      return std::nullopt;
    std::int64_t t = (DaysToMonth(year, month) + day - 1) * kSecondsPerDay + second_of_day;
    t += minutes_west ? *minutes_west * 60 : -standard_offset_;
    if (dst == Dst::kOn || (dst == Dst::kMaybe && zone_.At(t).is_dst)) t -= 3600;
    return t < 0 ? std::nullopt : std::optional(t);
  }

  // Moves `later` so that clocks show the same hour as at `t`.
  std::int64_t SameHour(std::int64_t t, std::int64_t later) const {
    const int hour = (zone_.At(t).hour + 1) % 24;
    const int later_hour = (zone_.At(later).hour + 1) % 24;
    return later + (hour - later_hour) * 3600;
  }

  // Applies the named zone again, although `t` was already converted from it; minutes of the offset
  // may remain.
  std::optional<std::int64_t> AddMonths(std::int64_t t, std::int64_t months,
                                        std::optional<std::int64_t> minutes_west) const {
    const LocalTime local = zone_.At(t);
    const std::int64_t total = local.year * 12 + local.month - 1 + months;
    const std::optional<std::int64_t> later =
        Convert(total / 12, total % 12 + 1, local.day,
                local.hour * 3600 + local.minute * 60 + local.second, minutes_west, Dst::kMaybe);
    if (!later) return std::nullopt;
    return SameHour(t, *later);
  }

  std::int64_t ToWeekday(std::int64_t t, std::int64_t weekday, std::int64_t ordinal) const {
    const std::int64_t days = (weekday - zone_.At(t).weekday + 7) % 7;
    const std::int64_t weeks = ordinal <= 0 ? ordinal : ordinal - 1;
    return SameHour(t, t + (days + weeks * 7) * kSecondsPerDay);
  }

 private:
  const Zone& zone_;
  std::int64_t standard_offset_ = 0;
};

std::optional<std::int64_t> SecondOfDay(const Said& said) {
  if (said.minute < 0 || said.minute > 59 || said.second < 0 || said.second > 59)
    return std::nullopt;
  std::int64_t hour = said.hour;
  if (said.meridian) {
    if (hour < 1 || hour > 12) return std::nullopt;
    hour = hour % 12 + *said.meridian;
  } else if (hour < 0 || hour > 23) {
    return std::nullopt;
  }
  return hour * 3600 + said.minute * 60 + said.second;
}

}  // namespace

std::optional<std::int64_t> ParseFreeForm(std::string_view text, std::int64_t base,
                                          const Zone& zone) {
  const LocalTime local = zone.At(base);
  Said said{.year = local.year, .month = local.month, .day = local.day};
  if (!FreeFormParser(text, said).Parse()) return std::nullopt;
  const Calendar calendar(zone, base);
  std::int64_t t = base;
  if (said.dates > 0 || said.times > 0 || said.weekdays > 0 || said.snaps > 0) {
    const std::optional<std::int64_t> second_of_day = SecondOfDay(said);
    if (!second_of_day) return std::nullopt;
    const auto start = calendar.Convert(said.year, said.month, said.day, *second_of_day,
                                        said.minutes_west, said.dst);
    if (!start) return std::nullopt;
    t = *start;
  } else if (said.relatives == 0) {
    t -= local.hour * 3600 + local.minute * 60 + local.second;
  }
  t += said.seconds;
  if (said.months != 0) {
    const std::optional<std::int64_t> later = calendar.AddMonths(t, said.months, said.minutes_west);
    if (!later) return std::nullopt;
    t = *later;
  }
  if (said.weekdays > 0 && said.dates == 0) t = calendar.ToWeekday(t, said.weekday, said.ordinal);
  return t;
}

}  // namespace fdr
