// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/calendar.h"

#include <array>

namespace fdr {
namespace {

// The arithmetic counts years from March, so that the leap day is the last of its year, in eras of
// 400 years, after which the calendar repeats.  1970-01-01 is this many days after 0000-03-01.
constexpr std::int64_t kDaysPerEra = 146097;
constexpr std::int64_t kEpochDay = 719468;

// Days from 1 March to the first of the month that is `m` months after March.
constexpr std::int64_t DaysFromMarch(std::int64_t m) { return (153 * m + 2) / 5; }

}  // namespace

int DaysInMonth(std::int64_t year, int month) {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  return month == 2 && IsLeapYear(year) ? 29 : kDays[static_cast<std::size_t>(month - 1)];
}

std::int64_t DaysToMonth(std::int64_t year, std::int64_t month) {
  const std::int64_t months = year * 12 + month - 3;  // since March of year 0
  const std::int64_t y = FloorDivide(months, 12);
  const std::int64_t era = FloorDivide(y, 400);
  const std::int64_t year_of_era = y - era * 400;
  return era * kDaysPerEra + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 +
         DaysFromMarch(months - y * 12) - kEpochDay;
}

CivilDate DateOfDay(std::int64_t days) {
  const std::int64_t since = days + kEpochDay;
  const std::int64_t era = FloorDivide(since, kDaysPerEra);
  const std::int64_t day_of_era = since - era * kDaysPerEra;
  const std::int64_t year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const std::int64_t day_of_year =
      day_of_era - (year_of_era * 365 + year_of_era / 4 - year_of_era / 100);
  const std::int64_t m = (5 * day_of_year + 2) / 153;
  const std::int64_t month = m < 10 ? m + 3 : m - 9;
  return {era * 400 + year_of_era + (month <= 2 ? 1 : 0), static_cast<int>(month),
          static_cast<int>(day_of_year - DaysFromMarch(m) + 1)};
}

}  // namespace fdr
