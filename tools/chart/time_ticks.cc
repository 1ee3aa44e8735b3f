// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/chart/time_ticks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "fdr/replay/time/calendar.h"

namespace fdr::tools {
namespace {

constexpr std::int64_t kMinute = 60, kHour = 3600;
constexpr std::array<std::int64_t, 17> kClockSteps = {
    1,       2,           5,           10,           15,           30,
    kMinute, 2 * kMinute, 5 * kMinute, 10 * kMinute, 15 * kMinute, 30 * kMinute,
    kHour,   2 * kHour,   3 * kHour,   6 * kHour,    12 * kHour};

std::string DateText(const LocalTime& t) {
  return fmt::format("{:04}-{:02}-{:02}", t.year, t.month, t.day);
}

// The step in whole seconds, or 0 if it is shorter.
std::int64_t StepInSeconds(double least) {
  if (least <= 0.5) return 0;
  for (const std::int64_t step : kClockSteps)
    if (static_cast<double>(step) >= least) return step;
  for (std::int64_t power = kSecondsPerDay;; power *= 10)
    for (const int digit : {1, 2, 5})
      if (static_cast<double>(digit * power) >= least) return digit * power;
}

std::int64_t StepInNanos(double least) {
  for (std::int64_t power = 1;; power *= 10)
    for (const int digit : {1, 2, 5})
      if (static_cast<double>(digit * power) >= least * kNanosPerSecond) return digit * power;
}

std::vector<TimeTick> WithinSeconds(Timestamp first, Timestamp last, double least,
                                    const Zone& zone) {
  const std::int64_t step = StepInNanos(least);
  const int decimals = step % kNanosPerMillisecond == 0 ? 3 : step % 1000 == 0 ? 6 : 9;
  std::vector<TimeTick> ticks;
  const std::int64_t from = (first.nsec + step - 1) / step * step;
  for (Timestamp t = Timestamp{first.sec, 0}.Plus(from); t <= last; t = t.Plus(step)) {
    const LocalTime local = zone.At(t.sec);
    const std::string nanos = fmt::format("{:09}", t.nsec);
    ticks.push_back({t, fmt::format("{:02}:{:02}:{:02}.{}", local.hour, local.minute, local.second,
                                    nanos.substr(0, static_cast<std::size_t>(decimals)))});
  }
  return ticks;
}

}  // namespace

std::vector<TimeTick> RoundTimes(Timestamp first, Timestamp last, int most, const Zone& zone) {
  // The stamps of a damaged archive may be any numbers.
  constexpr double kLongest = 1e14;
  const double length = SecondsBetween(first, last);
  if (!first.Valid() || !last.Valid() || first.sec > std::int64_t{1} << 56 || !(length >= 0) ||
      length > kLongest || most < 1)
    return {};
  if (length == 0) {
    const LocalTime t = zone.At(first.sec);
    return {{first, fmt::format("{:02}:{:02}:{:02}", t.hour, t.minute, t.second)}};
  }
  const double least = std::max(length / most, 1e-9);
  const std::int64_t step = StepInSeconds(least);
  if (step == 0) return WithinSeconds(first, last, least, zone);
  std::vector<TimeTick> ticks;
  const std::int64_t offset = zone.At(first.sec).utc_offset;
  std::string date;
  for (std::int64_t local = FloorDivide(first.sec + offset, step) * step;; local += step) {
    // Clocks may have been changed since the first tick.
    const Timestamp tick{local - zone.At(local - offset).utc_offset, 0};
    if (tick > last) break;
    const bool is_skipped = tick.sec + zone.At(tick.sec).utc_offset != local;  // by the clocks
    if (is_skipped) continue;
    if (tick < first || (!ticks.empty() && tick <= ticks.back().time)) continue;
    const LocalTime t = zone.At(tick.sec);
    std::string text = DateText(t);
    if (step < kSecondsPerDay) text = fmt::format("{:02}:{:02}", t.hour, t.minute);
    if (step < kMinute) text += fmt::format(":{:02}", t.second);
    ticks.push_back({tick, std::move(text)});
    if (step < kSecondsPerDay && DateText(t) != date) ticks.back().date = date = DateText(t);
  }
  const LocalTime a = zone.At(first.sec);
  const std::string first_day = DateText(a);
  const LocalTime b = zone.At(last.sec);
  if (first_day == DateText(b))
    for (TimeTick& tick : ticks) tick.date.clear();
  return ticks;
}

}  // namespace fdr::tools
