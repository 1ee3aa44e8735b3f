// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/time/ctime_form.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "fdr/replay/text/ascii.h"
#include "fdr/replay/text/caret.h"
#include "fdr/replay/time/calendar_names.h"
#include "fdr/replay/values/number.h"

namespace fdr {
namespace {

constexpr std::string_view kIncomplete = "more information expected";
constexpr std::int64_t kTooLargeNumber = 1'000'000;  // larger than any allowed number

struct Parts {
  bool weekday = false;  // a weekday was given; it has no effect
  std::optional<int> month;
  std::optional<int> day;
  std::optional<int> hour;
  std::optional<int> minute;
  std::optional<double> second;
  std::optional<int> year;

  // The free form parses an hour alone, or a weekday without a date.
  bool Incomplete() const {
    if (weekday && !month && !day) return true;
    return hour && !minute && !month && !day && !year;
  }
};

class CtimeParser {
 public:
  explicit CtimeParser(std::string_view text) : text_(text) {}

  // Parses the parts in their order; stops at the end, or at an error.
  Parts Parse() {
    Parts parts;
    parts.weekday = Abbreviation(kWeekdayNames).has_value();
    parts.month = Abbreviation(kMonthNames);
    const std::optional<int> number = Number(0, 31);
    if (const std::optional<int> hour = number ? Number(0, 23) : std::nullopt) {
      parts.hour = hour;
      if (*number != 0) parts.day = number;
    } else if (number && *number <= 23 && (!parts.month || NextIs(':'))) {
      parts.hour = number;
    } else {
      parts.day = number;
    }
    MinuteAndSecond(parts);
    Meridian(parts);
    parts.year = Number(1900, 9999);
    SkipBlanks();
    return parts;
  }

  std::size_t at() const { return at_; }
  bool AtEnd() const { return at_ == text_.size(); }

 private:
  std::string_view Rest() const { return text_.substr(at_); }
  void SkipBlanks() { at_ += CountBlanks(Rest()); }

  bool NextIs(char c) {
    SkipBlanks();
    return Rest().starts_with(c);
  }

  // Takes the first three letters of a name; the full name is not accepted.
  template <std::size_t n>
  std::optional<int> Abbreviation(const std::string_view (&names)[n]) {
    SkipBlanks();
    const std::string word = ToLower(Rest().substr(0, 3));
    for (std::size_t i = 0; i < n; ++i) {
      if (word != names[i].substr(0, 3)) continue;
      at_ += 3;
      return static_cast<int>(i);
    }
    return std::nullopt;
  }

  std::optional<int> Number(int least, int most) {
    SkipBlanks();
    const std::string_view rest = Rest();
    std::size_t n = !rest.empty() && (rest[0] == '-' || rest[0] == '+') ? 1 : 0;
    const std::size_t digits_at = n;
    std::int64_t value = 0;
    for (; n < rest.size() && IsDigit(rest[n]); ++n)
      value = std::min(value * 10 + (rest[n] - '0'), kTooLargeNumber);
    if (rest.starts_with('-')) value = -value;
    if (n == digits_at || value < least || value > most) return std::nullopt;
    at_ += n;
    return static_cast<int>(value);
  }

  std::optional<double> Second() {
    const ParsedNumber number = ParseNumber(Rest());
    if (number.length == 0 || !(number.value >= 0 && number.value <= 61)) {
      SkipBlanks();
      return std::nullopt;
    }
    at_ += number.length;
    return number.value;
  }

  void MinuteAndSecond(Parts& parts) {
    if (!NextIs(':')) return;
    ++at_;
    if (!parts.hour) parts.hour = 0;
    parts.minute = Number(0, 59).value_or(0);
    if (!NextIs(':')) return;
    ++at_;
    parts.second = Second();
  }

  void Meridian(Parts& parts) {
    SkipBlanks();
    const std::string word = ToLower(Rest().substr(0, 2));
    const bool am = word == "am";
    if ((!am && word != "pm") || (Rest().size() > 2 && IsAlpha(Rest()[2]))) return;
    if (!parts.hour || *parts.hour > 12) return;
    if (am && *parts.hour == 12) parts.hour = 0;
    if (!am && *parts.hour < 12) *parts.hour += 12;
    at_ += 2;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// Uses the largest part that is given.  If that part has already passed in the year (month, day) of
// `base`, the next year (month, day) is meant.
LocalFields Complete(const Parts& parts, const LocalTime& base) {
  LocalFields f{base.year, base.month, base.day, parts.hour.value_or(0), parts.minute.value_or(0),
                0};
  if (parts.year) {
    f.year = *parts.year;
    f.month = parts.month.value_or(0) + 1;
    f.day = parts.day.value_or(1);
  } else if (parts.month) {
    f.month = *parts.month + 1;
    f.day = parts.day.value_or(1);
    if (f.month < base.month) ++f.year;
  } else if (parts.day) {
    f.day = *parts.day;
    if (f.day < base.day) ++f.month;
  } else if (f.hour < base.hour) {
    ++f.day;
  }
  return f;
}

}  // namespace

Result<Timestamp> ParseCtimeForm(std::string_view text, const Timestamp& base,
                                 LocalToUtc& converter) {
  CtimeParser parser(text);
  const Parts parts = parser.Parse();
  if (!parser.AtEnd()) return Fail(CaretError(text, parser.at()));
  if (parts.Incomplete()) return Fail(CaretError(text, parser.at(), kIncomplete));
  if (!parts.year && !parts.month && !parts.day && !parts.hour) return base;
  LocalFields fields = Complete(parts, converter.zone().At(base.sec));
  const double second = parts.second.value_or(0);
  fields.second = static_cast<std::int64_t>(second);
  const std::optional<std::int64_t> sec = converter.Seconds(fields);
  if (!sec) return Fail(CaretError(text, parser.at()));
  // Truncated, as in PCP: 39.9 seconds are 39.899999999.
  const long double fraction = second - std::trunc(second);
  return Timestamp{*sec, static_cast<std::int32_t>(fraction * kNanosPerSecond)};
}

}  // namespace fdr
