// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/time/plain_time.h"

#include <algorithm>
#include <string>

#include "fdr/replay/text/ascii.h"
#include "fdr/replay/time/calendar.h"

namespace fdr {
namespace {

// Fewer digits are a date (20010909) or a time of day (1430).
constexpr std::size_t kFewestEpochDigits = 9;
constexpr std::size_t kMostEpochDigits = 12;

// The text must have no blanks around it.
class TimeScanner {
 public:
  explicit TimeScanner(std::string_view text) : rest_(text) {}

  bool AtEnd() const { return rest_.empty(); }
  bool Accept(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool AcceptAnyOf(std::string_view characters) {
    if (rest_.empty() || characters.find(rest_.front()) == characters.npos) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void SkipBlanks() { rest_.remove_prefix(CountBlanks(rest_)); }

  // Takes exactly `digits` digits, with a value from `least` to `most`.
  bool Number(std::size_t digits, int least, int most, std::int64_t& value) {
    if (CountDigits() < digits) return false;
    value = TakeDigits(digits);
    return value >= least && value <= most;
  }

  std::size_t CountDigits() const {
    std::size_t n = 0;
    while (n < rest_.size() && IsDigit(rest_[n])) ++n;
    return n;
  }

  std::int64_t TakeDigits(std::size_t n) {
    std::int64_t value = 0;
    for (; n > 0; --n, rest_.remove_prefix(1)) value = value * 10 + (rest_.front() - '0');
    return value;
  }

  // Takes the digits after the point; digits beyond nanoseconds are dropped.
  bool Fraction(std::int32_t& nsec) {
    if (!AcceptAnyOf(".,")) return true;
    if (CountDigits() == 0) return false;
    std::int32_t place = kNanosPerSecond / 10;
    for (; CountDigits() > 0; place /= 10) nsec += place * static_cast<std::int32_t>(TakeDigits(1));
    return true;
  }

  // Takes "Z", "+02:00", "+0200", "+02", or nothing.
  bool Offset(std::optional<std::int64_t>& seconds_east) {
    SkipBlanks();
    if (AcceptAnyOf("Zz")) {
      seconds_east = 0;
      return true;
    }
    const bool west = rest_.starts_with('-');
    if (!AcceptAnyOf("+-")) return true;
    std::int64_t hour = 0;
    std::int64_t minute = 0;
    if (!Number(2, 0, 23, hour)) return false;
    if ((Accept(':') || !AtEnd()) && !Number(2, 0, 59, minute)) return false;
    seconds_east = (hour * 3600 + minute * 60) * (west ? -1 : 1);
    return true;
  }

 private:
  std::string_view rest_;
};

std::optional<Timestamp> ParseIso(TimeScanner in, LocalToUtc& converter) {
  LocalFields f;
  std::int32_t nsec = 0;
  std::optional<std::int64_t> seconds_east;
  if (!in.Number(4, 1, 9999, f.year) || !in.Accept('-') || !in.Number(2, 1, 12, f.month) ||
      !in.Accept('-') || !in.Number(2, 1, DaysInMonth(f.year, static_cast<int>(f.month)), f.day) ||
      !in.AcceptAnyOf("Tt "))
    return std::nullopt;
  if (!in.Number(2, 0, 23, f.hour) || !in.Accept(':') || !in.Number(2, 0, 59, f.minute))
    return std::nullopt;
  if (in.Accept(':') && (!in.Number(2, 0, 60, f.second) || !in.Fraction(nsec))) return std::nullopt;
  if (!in.Offset(seconds_east) || !in.AtEnd()) return std::nullopt;
  if (!seconds_east) {
    const std::optional<std::int64_t> sec = converter.Seconds(f);
    return sec ? std::optional(Timestamp{*sec, nsec}) : std::nullopt;
  }
  const std::int64_t days = DaysToMonth(f.year, f.month) + f.day - 1;
  return Timestamp{days * kSecondsPerDay + f.hour * 3600 + f.minute * 60 + f.second - *seconds_east,
                   nsec};
}

std::optional<Timestamp> ParseEpochSeconds(TimeScanner in) {
  const std::size_t digits = in.CountDigits();
  if (digits < kFewestEpochDigits || digits > kMostEpochDigits) return std::nullopt;
  Timestamp t{in.TakeDigits(digits), 0};
  if (!in.Fraction(t.nsec) || !in.AtEnd()) return std::nullopt;
  return t;
}

}  // namespace

std::optional<Timestamp> ParseExactTime(std::string_view text, LocalToUtc& converter) {
  TimeScanner in(Trimmed(text));
  const bool at_sign = in.Accept('@');
  in.SkipBlanks();
  if (at_sign)
    if (const std::optional<Timestamp> t = ParseEpochSeconds(in)) return t;
  return ParseIso(in, converter);
}

std::optional<Interval> ParseAgo(std::string_view text) {
  constexpr std::string_view kLast = "last", kAgo = "ago";
  text = Trimmed(text);
  const std::string lower = ToLower(text);
  if (lower.starts_with(kLast) && CountBlanks(text.substr(kLast.size())) > 0) {
    text.remove_prefix(kLast.size());
  } else {
    if (!lower.ends_with(kAgo)) return std::nullopt;
    text.remove_suffix(kAgo.size());
    if (text.empty() || !IsSpace(text.back())) return std::nullopt;
  }
  const Result<Interval> interval = ParseInterval(Trimmed(text), IntervalRules::kPlain);
  return interval ? std::optional(*interval) : std::nullopt;
}

std::string WithClocks(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    std::size_t length = 0;
    while (length < text.size() && IsAlpha(text[length])) ++length;
    const std::string word = ToLower(text.substr(0, length));
    if (word == "noon" || word == "midnight") {
      result += word == "noon" ? "12:00" : "00:00";
    } else {
      length = std::max<std::size_t>(length, 1);
      result += text.substr(0, length);
    }
    text.remove_prefix(length);
  }
  return result;
}

}  // namespace fdr
