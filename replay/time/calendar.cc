// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/time/calendar.h"

#include <boost/date_time/gregorian/gregorian_types.hpp>

namespace fdr {
namespace {

using Gregorian = boost::gregorian::gregorian_calendar;

// The calendar repeats after this many years and days.  Boost supports the years 1400 to 9999, so
// every date is moved to the era that begins with 1970, and back.
constexpr std::int64_t kYearsPerEra = 400;
constexpr std::int64_t kDaysPerEra = 146097;
constexpr std::int64_t kFirstYear = 1970;
// Boost's number for 1970-01-01.
constexpr std::int64_t kFirstDay = 2440588;

std::int64_t EraOfYear(std::int64_t year) { return FloorDivide(year - kFirstYear, kYearsPerEra); }

}  // namespace

int DaysInMonth(std::int64_t year, int month) {
  const std::int64_t alike = year - EraOfYear(year) * kYearsPerEra;
  return Gregorian::end_of_month_day(static_cast<unsigned short>(alike),
                                     static_cast<unsigned short>(month));
}

std::int64_t DaysToMonth(std::int64_t year, std::int64_t month) {
  const std::int64_t years = FloorDivide(month - 1, 12);
  const std::int64_t era = EraOfYear(year + years);
  const std::int64_t alike = year + years - era * kYearsPerEra;
  const Gregorian::ymd_type first(static_cast<unsigned short>(alike),
                                  static_cast<unsigned short>(month - years * 12), 1);
  return era * kDaysPerEra + Gregorian::day_number(first) - kFirstDay;
}

CivilDate DateOfDay(std::int64_t days) {
  const std::int64_t era = FloorDivide(days, kDaysPerEra);
  const std::int64_t alike = days - era * kDaysPerEra + kFirstDay;
  const Gregorian::ymd_type date = Gregorian::from_day_number(static_cast<std::uint32_t>(alike));
  return {date.year + era * kYearsPerEra, date.month, date.day};
}

}  // namespace fdr
