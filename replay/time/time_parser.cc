// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/time/time_parser.h"

#include <string>

#include "fdr/replay/text/ascii.h"
#include "fdr/replay/text/caret.h"
#include "fdr/replay/time/ctime_form.h"
#include "fdr/replay/time/free_form.h"
#include "fdr/replay/time/plain_time.h"

namespace fdr {
namespace {

// As in PCP, exactly one second of nanoseconds is not carried.
Result<Timestamp> Add(const Timestamp& t, const Interval& interval, std::string_view text) {
  Timestamp sum;
  std::int64_t nsec = std::int64_t{t.nsec} + interval.nsec;
  const bool carry = nsec > kNanosPerSecond;
  if (carry) nsec -= kNanosPerSecond;
  if (__builtin_add_overflow(t.sec, interval.sec, &sum.sec) ||
      __builtin_add_overflow(sum.sec, carry ? 1 : 0, &sum.sec))
    return Fail(CaretError(text, 0));
  sum.nsec = static_cast<std::int32_t>(nsec);
  return sum;
}

Result<Timestamp> Subtract(const Timestamp& t, const Interval& interval, std::string_view text) {
  Timestamp difference;
  std::int64_t nsec = std::int64_t{t.nsec} - interval.nsec;
  const bool borrow = nsec < 0;
  if (borrow) nsec += kNanosPerSecond;
  if (__builtin_sub_overflow(t.sec, interval.sec, &difference.sec) ||
      __builtin_sub_overflow(difference.sec, borrow ? 1 : 0, &difference.sec))
    return Fail(CaretError(text, 0));
  difference.nsec = static_cast<std::int32_t>(nsec);
  return difference;
}

bool Contains(const std::string& text, std::string_view part) {
  return text.find(part) != text.npos;
}

// Free forms that contain units are relative to the log, others to the wall clock.
std::int64_t FreeFormBase(std::string_view text, const Timestamp& start,
                          const std::optional<Timestamp>& end, std::int64_t now) {
  const std::string lower = ToLower(text);
  bool has_unit = false;
  for (const std::string_view unit : {" year", " month", " fortnight", " week", " day", " hour",
                                      " minute", " min", " second", " sec"})
    has_unit = has_unit || Contains(lower, unit);
  if (!has_unit) return now;
  const bool backwards = Contains(lower, "last") || Contains(lower, "ago") || text.starts_with('-');
  return backwards && end ? end->sec : start.sec;
}

}  // namespace

bool IsClock(std::string_view text) {
  return text.find(':') != text.npos && text.find_first_not_of("0123456789:.") == text.npos;
}

Result<Timestamp> TimeParser::ParsePeerForms(std::string_view text, const Timestamp& start,
                                             const std::optional<Timestamp>& end) {
  text.remove_prefix(CountBlanks(text));
  std::string_view rest = text;
  const bool date = text.starts_with('@');
  const bool from_end = end && text.starts_with('-');
  if (date || from_end || text.starts_with('+')) rest.remove_prefix(1);

  Result<Timestamp> result = Timestamp{};
  if (date) {
    result = ParseCtimeForm(rest, start, converter_);
  } else if (const Result<Interval> interval = ParseInterval(rest, rules_); !interval) {
    result = Fail(interval.error());
  } else {
    result = from_end ? Subtract(*end, *interval, rest) : Add(start, *interval, rest);
  }
  if (result) return result;

  std::string_view free = rest.substr(CountBlanks(rest));
  if (free.starts_with('@')) free.remove_prefix(1);
  free.remove_prefix(CountBlanks(free));
  const std::int64_t base = FreeFormBase(free, start, end, now_);
  if (const std::optional<std::int64_t> sec = ParseFreeForm(free, base, converter_.zone()))
    return Timestamp{*sec, 0};
  return result;
}

Result<Timestamp> TimeParser::Parse(std::string_view text, const Timestamp& start,
                                    const std::optional<Timestamp>& end) {
  if (rules_ != IntervalRules::kPlain) return ParsePeerForms(text, start, end);
  const std::string with_clocks = WithClocks(text);
  const Result<Timestamp> result = ParsePlainForms(with_clocks, start, end);
  // An error points into the text of the user.
  return result || with_clocks == text ? result : ParsePlainForms(std::string(text), start, end);
}

Result<Timestamp> TimeParser::ParsePlainForms(const std::string& text, const Timestamp& start,
                                              const std::optional<Timestamp>& end) {
  if (const std::optional<Timestamp> t = ParseExactTime(text, converter_)) return *t;
  // The free form would take it for a time of today.
  if (IsClock(text)) return ParsePeerForms('@' + text, start, end);
  Result<Timestamp> result = ParsePeerForms(text, start, end);
  if (result) return result;
  // A date and a time as output has it, with "17:08:00.207": the free form has no fractions.
  if (text.find(':') != text.npos)
    if (auto clock = ParsePeerForms('@' + text, start, end)) return clock;
  const std::optional<Interval> ago = ParseAgo(text);
  return ago ? Subtract(end.value_or(start), *ago, text) : result;
}

}  // namespace fdr
