// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/time/posix_tz.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "fdr/replay/text/ascii.h"
#include "fdr/replay/time/calendar.h"

namespace fdr {
namespace {

constexpr std::int64_t kTwoInTheMorning = 2 * 3600;

// The rest of the text.
class TzScanner {
 public:
  explicit TzScanner(std::string_view text) : rest_(text) {}

  char Peek() const { return rest_.empty() ? '\0' : rest_.front(); }
  bool AtEnd() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }
  void Skip(std::size_t n) { rest_.remove_prefix(n); }
  bool Accept(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    Skip(1);
    return true;
  }

  // As scanf's %hu: blanks, a sign and any number of digits; the low 16 bits are the value.
  std::optional<int> Number() {
    std::size_t at = 0;
    while (at < rest_.size() && IsSpace(rest_[at])) ++at;
    const bool negative = at < rest_.size() && rest_[at] == '-';
    if (at < rest_.size() && (rest_[at] == '-' || rest_[at] == '+')) ++at;
    if (at == rest_.size() || !IsDigit(rest_[at])) return std::nullopt;
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t value = 0;
    bool fits = true;
    for (; at < rest_.size() && IsDigit(rest_[at]); ++at) {
      const auto digit = static_cast<std::uint64_t>(rest_[at] - '0');
      fits = fits && value <= (kMost - digit) / 10;
      value = value * 10 + digit;
    }
    if (!fits)
      value = kMost;
    else if (negative)
      value = 0 - value;
    Skip(at);
    return static_cast<int>(value & 0xffff);
  }

  struct HourMinuteSecond {
    int hour, minute = 0, second = 0;
  };
  // "hh[:mm[:ss]]"; a colon without a number after it is not taken.
  std::optional<HourMinuteSecond> Time() {
    const std::optional<int> hour = Number();
    if (!hour) return std::nullopt;
    HourMinuteSecond time{*hour};
    if (NumberAfter(':', time.minute)) NumberAfter(':', time.second);
    return time;
  }

  bool NumberAfter(char separator, int& value) {
    const TzScanner before = *this;
    if (Accept(separator)) {
      if (const std::optional<int> number = Number()) {
        value = *number;
        return true;
      }
    }
    *this = before;
    return false;
  }

 private:
  std::string_view rest_;
};

// "EST" or "<+03>", at least three characters.
std::optional<std::string> ParseName(TzScanner& in) {
  const std::string_view rest = in.rest();
  std::size_t n = 0;
  while (n < rest.size() && IsAlpha(rest[n])) ++n;
  if (n >= 3) {
    in.Skip(n);
    return std::string(rest.substr(0, n));
  }
  if (rest.empty() || rest.front() != '<') return std::nullopt;
  n = 1;
  while (n < rest.size() &&
         (IsAlpha(rest[n]) || IsDigit(rest[n]) || rest[n] == '+' || rest[n] == '-'))
    ++n;
  if (n == rest.size() || rest[n] != '>' || n < 4) return std::nullopt;
  in.Skip(n + 1);
  return std::string(rest.substr(1, n - 1));
}

// Seconds east of Greenwich; west is positive in the text.
std::optional<std::int32_t> ParseOffset(TzScanner& in) {
  const bool east = in.Peek() == '-';
  if (east || in.Peek() == '+') in.Skip(1);
  const auto time = in.Time();
  if (!time) return std::nullopt;
  const std::int32_t seconds = std::min(time->hour, 24) * 3600 + std::min(time->minute, 59) * 60 +
                               std::min(time->second, 59);
  return east ? seconds : -seconds;
}

bool ParseDayOfYear(TzScanner& in, ClockChangeRule& rule) {
  using Kind = ClockChangeRule::Kind;
  const bool julian = in.Accept('J');
  rule.kind = julian ? Kind::kDayWithoutLeapDay : Kind::kDayOfYear;
  std::size_t digits = 0;
  while (digits < in.rest().size() && IsDigit(in.rest()[digits])) ++digits;
  int day = 0;
  for (const char c : in.rest().substr(0, digits)) day = std::min(day * 10 + (c - '0'), 1000);
  if (digits == 0 || day > 365 || (julian && day == 0)) return false;
  in.Skip(digits);
  rule.day = day;
  return true;
}

// An incomplete rule keeps the parts that it has, if they are a valid day.
bool ParseWeekdayOfMonth(TzScanner& in, ClockChangeRule& rule) {
  in.Skip(1);
  const std::optional<int> month = in.Number();
  if (!month || *month < 1 || *month > 12) return false;
  rule.kind = ClockChangeRule::Kind::kWeekdayOfMonth;
  rule.month = *month;
  return in.NumberAfter('.', rule.week) && in.NumberAfter('.', rule.day) && rule.week >= 1 &&
         rule.week <= 5 && rule.day <= 6;
}

bool ParseRule(TzScanner& in, const ClockChangeRule& fallback, ClockChangeRule& rule) {
  in.Accept(',');
  if (in.Peek() == 'J' || IsDigit(in.Peek())) {
    if (!ParseDayOfYear(in, rule)) return false;
  } else if (in.Peek() == 'M') {
    if (!ParseWeekdayOfMonth(in, rule)) return false;
  } else if (in.AtEnd()) {
    rule = fallback;
  } else {
    return false;
  }
  if (!in.AtEnd() && in.Peek() != '/' && in.Peek() != ',') return false;
  const bool timed = in.Accept('/');
  if (timed && in.AtEnd()) return false;
  rule.second_of_day = kTwoInTheMorning;
  if (!timed) return true;
  const bool negative = in.Accept('-');
  if (const auto time = in.Time())
    rule.second_of_day = std::int64_t{time->hour} * 3600 + time->minute * 60 + time->second;
  if (negative) rule.second_of_day = -rule.second_of_day;
  return true;
}

// The rule of the United States since 2007, "M3.2.0,M11.1.0", stands in for a missing rule.
constexpr ClockChangeRule kDefaultBegin{ClockChangeRule::Kind::kWeekdayOfMonth, 3, 2, 0,
                                        kTwoInTheMorning};
constexpr ClockChangeRule kDefaultEnd{ClockChangeRule::Kind::kWeekdayOfMonth, 11, 1, 0,
                                      kTwoInTheMorning};

}  // namespace

std::int64_t ClockChangeRule::InYear(std::int64_t year) const {
  std::int64_t days = DaysToMonth(year, 1);
  switch (kind) {
    case Kind::kDayOfYear:
      days += day;
      break;
    case Kind::kDayWithoutLeapDay:
      days += day - 1 + (day >= 60 && IsLeapYear(year) ? 1 : 0);
      break;
    case Kind::kWeekdayOfMonth: {
      const std::int64_t first = DaysToMonth(year, month);
      int in_month = (day % 7 - WeekdayOfDay(first) + 7) % 7;
      for (int i = 1; i < week && in_month + 7 < DaysInMonth(year, month); ++i) in_month += 7;
      days = first + in_month;
      break;
    }
  }
  return days * kSecondsPerDay + second_of_day;
}

PosixTz PosixTz::Parse(std::string_view text) {
  PosixTz tz;
  TzScanner in(text);
  const auto standard = ParseName(in);
  if (!standard) return tz;
  tz.types_[0].abbreviation = *standard;
  if (IsSpace(in.Peek())) return tz;
  const auto offset = ParseOffset(in);
  if (!offset) return tz;
  tz.types_[0].utc_offset = *offset;
  if (in.AtEnd()) {
    tz.understood_ = true;
    tz.types_[1] = tz.types_[0];
    return tz;
  }
  tz.types_[1].is_dst = true;
  if (const auto daylight = ParseName(in)) {
    tz.types_[1].abbreviation = *daylight;
    tz.types_[1].utc_offset = ParseOffset(in).value_or(*offset + 3600);
    tz.lacks_rule_ = in.AtEnd() || in.rest() == ",";
  }
  tz.understood_ = ParseRule(in, kDefaultBegin, tz.rules_[0]) &&
                   ParseRule(in, kDefaultEnd, tz.rules_[1]) && in.AtEnd();
  return tz;
}

LocalTimeSpan PosixTz::SpanAt(std::int64_t sec) const {
  if (!types_[1].is_dst)
    return {&types_[0], std::numeric_limits<std::int64_t>::min(),
            std::numeric_limits<std::int64_t>::max()};
  const std::int64_t year = DateOfDay(FloorDivide(sec, kSecondsPerDay)).year;
  // The C library applies the rules of 1970 to earlier years.
  const std::int64_t rule_year = std::max<std::int64_t>(year, 1970);
  const std::int64_t begin = rules_[0].InYear(rule_year) - types_[0].utc_offset;
  const std::int64_t end = rules_[1].InYear(rule_year) - types_[1].utc_offset;
  const bool southern = begin > end;
  const bool dst = southern ? sec < end || sec >= begin : sec >= begin && sec < end;
  LocalTimeSpan span{&types_[dst ? 1 : 0], DaysToMonth(year, 1) * kSecondsPerDay,
                     DaysToMonth(year + 1, 1) * kSecondsPerDay};
  for (const std::int64_t change : {begin, end}) {
    if (change <= sec)
      span.from = std::max(span.from, change);
    else
      span.until = std::min(span.until, change);
  }
  return span;
}

}  // namespace fdr
