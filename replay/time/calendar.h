// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The Gregorian calendar, also before 1970 and after 9999.  No time zones here: see zone.h.
//
// The dates come from Boost.Date_Time, whose years end at 9999.  The stamp of a damaged archive may
// be any number, so calendar.cc moves each date by a multiple of 400 years.

#pragma once

#include <compare>
#include <cstdint>

namespace fdr {

inline constexpr std::int64_t kSecondsPerDay = 86400;

struct CivilDate {
  std::int64_t year = 1970;
  int month = 1;  ///< 1 to 12
  int day = 1;    ///< 1 to 31

  friend constexpr auto operator<=>(const CivilDate&, const CivilDate&) = default;
};

constexpr std::int64_t FloorDivide(std::int64_t a, std::int64_t b) {
  return a / b - (a % b < 0 ? 1 : 0);  // b > 0
}

constexpr bool IsLeapYear(std::int64_t year) {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/// `month` is 1 to 12.
int DaysInMonth(std::int64_t year, int month);

/// Days from 1970-01-01 to the first of a month.  Any `month`: 13 is January of the next year.
std::int64_t DaysToMonth(std::int64_t year, std::int64_t month);

/// The date `days` days after 1970-01-01.
CivilDate DateOfDay(std::int64_t days);

/// 0 is Sunday.
constexpr int WeekdayOfDay(std::int64_t days) {
  return static_cast<int>((days % 7 + 7 + 4) % 7);  // 1970-01-01 was a Thursday
}

}  // namespace fdr
