// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/time/interval.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "fdr/archive/base/timestamp.h"
#include "fdr/replay/text/ascii.h"
#include "fdr/replay/text/caret.h"
#include "fdr/replay/values/number.h"

namespace fdr {
namespace {

__extension__ using Int128 = __int128;

constexpr double kTooManySeconds = 9223372036854775808.0;  // 2^63

struct Unit {
  std::string_view name;
  std::int64_t nanos;
};

constexpr std::int64_t kNanosPerMinute = 60LL * kNanosPerSecond;
constexpr std::int64_t kNanosPerHour = 60 * kNanosPerMinute;
constexpr std::int64_t kNanosPerDay = 24 * kNanosPerHour;

constexpr Unit kPcpUnits[] = {
    {"nanosecond", 1},           {"nsec", 1},
    {"microsecond", 1000},       {"usec", 1000},
    {"millisecond", 1'000'000},  {"msec", 1'000'000},
    {"second", kNanosPerSecond}, {"sec", kNanosPerSecond},
    {"s", kNanosPerSecond},      {"minute", kNanosPerMinute},
    {"min", kNanosPerMinute},    {"m", kNanosPerMinute},
    {"hour", kNanosPerHour},     {"hr", kNanosPerHour},
    {"h", kNanosPerHour},        {"day", kNanosPerDay},
    {"d", kNanosPerDay},
};

constexpr Unit kPlainUnits[] = {
    {"ns", 1}, {"us", 1000}, {"ms", 1'000'000}, {"w", 7 * kNanosPerDay}, {"week", 7 * kNanosPerDay},
};

template <std::size_t n>
std::optional<std::int64_t> FindUnit(const Unit (&units)[n], std::string_view name) {
  const Unit* unit = std::ranges::find(units, name, &Unit::name);
  if (unit == std::end(units)) return std::nullopt;
  return unit->nanos;
}

// Nanoseconds in a unit.  As in PCP, a plural "s" is removed, even from "ms".
std::optional<std::int64_t> UnitOf(std::string_view word, IntervalRules rules) {
  if (word.empty()) return kNanosPerSecond;
  std::string name = ToLower(word);
  if (rules == IntervalRules::kPlain)
    if (const auto nanos = FindUnit(kPlainUnits, name)) return nanos;
  if (name.size() > 1 && name.back() == 's') name.pop_back();
  if (const auto nanos = FindUnit(kPcpUnits, name)) return nanos;
  return rules == IntervalRules::kPlain ? FindUnit(kPlainUnits, name) : std::nullopt;
}

// Sums up as PCP does, in doubles.
class PcpSum {
 public:
  explicit PcpSum(std::int32_t smallest) : smallest_(smallest) {}

  bool Add(std::string_view, double value, std::int64_t unit) {
    // Units below a second divide, because thousandths are not exact; larger units multiply.
    const std::int64_t per_second = kNanosPerSecond / unit, seconds = unit / kNanosPerSecond;
    total_ += unit < kNanosPerSecond ? value / static_cast<double>(per_second)
                                     : value * static_cast<double>(seconds);
    return total_ < kTooManySeconds;
  }
  Interval Get() const {
    const double whole = std::trunc(total_);
    const std::int64_t per_second = kNanosPerSecond / smallest_;
    const long double count = (static_cast<long double>(total_) - whole) * per_second + 0.5L;
    return {static_cast<std::int64_t>(whole), static_cast<std::int32_t>(count) * smallest_};
  }

 private:
  std::int32_t smallest_;  // the resolution, in nanoseconds
  double total_ = 0;
};

// Sums up in nanoseconds.  Numbers in decimal digits are exact, and rounded to the nearest
// nanosecond.
class PlainSum {
 public:
  bool Add(std::string_view number, double value, std::int64_t unit) {
    const bool decimal = std::ranges::all_of(number, [](char c) { return IsDigit(c) || c == '.'; });
    nanos_ += decimal && number.size() <= kLongestExact
                  ? Exact(number, unit)
                  : static_cast<Int128>(
                        static_cast<long double>(value) * static_cast<long double>(unit) + 0.5L);
    return nanos_ < static_cast<Int128>(kTooManySeconds) * kNanosPerSecond;
  }
  Interval Get() const {
    return {static_cast<std::int64_t>(nanos_ / kNanosPerSecond),
            static_cast<std::int32_t>(nanos_ % kNanosPerSecond)};
  }

 private:
  static constexpr std::size_t kLongestExact = 20;  // 10^20 weeks of nanoseconds fit into 128 bits

  static Int128 Exact(std::string_view number, std::int64_t unit) {
    Int128 digits = 0;
    Int128 scale = 1;
    bool fraction = false;
    for (const char c : number) {
      if (IsDigit(c)) {
        digits = digits * 10 + (c - '0');
        if (fraction) scale *= 10;
      }
      fraction = fraction || c == '.';
    }
    return (digits * unit + scale / 2) / scale;
  }

  Int128 nanos_ = 0;
};

template <class Sum>
Result<Interval> Parse(std::string_view text, IntervalRules rules, Sum sum) {
  std::size_t at = 0;
  const auto fail = [&] { return Fail(CaretError(text, at)); };
  for (at += CountBlanks(text); at < text.size(); at += CountBlanks(text.substr(at))) {
    const ParsedNumber number = ParseNumber(text.substr(at));
    // "nan" counts as a number up to here, so that a lone "nanosecond" is reported at the same
    // place as in PCP.
    if (number.length == 0 || number.value < 0 || number.value >= kTooManySeconds) return fail();
    const std::size_t number_at = at;
    at += number.length;
    at += CountBlanks(text.substr(at));
    std::size_t letters = 0;
    while (at + letters < text.size() && IsAlpha(text[at + letters])) ++letters;
    const std::optional<std::int64_t> unit = UnitOf(text.substr(at, letters), rules);
    if (!unit) return fail();
    if (std::isnan(number.value) ||
        !sum.Add(text.substr(number_at, number.length), number.value, *unit)) {
      at = number_at;
      return fail();
    }
    at += letters;
  }
  return sum.Get();
}

}  // namespace

Result<Interval> ParseInterval(std::string_view text, IntervalRules rules) {
  if (text.empty()) return Fail(CaretError(text, 0, "Null or empty specification"));
  if (rules == IntervalRules::kPlain) return Parse(text, rules, PlainSum());
  return Parse(text, rules, PcpSum(rules == IntervalRules::kPcpMicros ? 1000 : 1));
}

}  // namespace fdr
