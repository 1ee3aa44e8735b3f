// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/time/calendar.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

TEST(CalendarTest, DaysFollowEachOtherForTenThousandYears) {
  CivilDate expected{-400, 1, 1};
  const std::int64_t first = DaysToMonth(-400, 1);
  for (std::int64_t day = first; day < first + 10'400 * 365LL; ++day) {
    ASSERT_EQ(DateOfDay(day), expected) << day;
    if (++expected.day > DaysInMonth(expected.year, expected.month)) {
      expected.day = 1;
      if (++expected.month > 12) {
        expected.month = 1;
        ++expected.year;
      }
      ASSERT_EQ(DaysToMonth(expected.year, expected.month), day + 1);
    }
  }
}

TEST(CalendarTest, TheEpochWasAThursday) {
  EXPECT_EQ(DateOfDay(0), (CivilDate{1970, 1, 1}));
  EXPECT_EQ(WeekdayOfDay(0), 4);
  EXPECT_EQ(WeekdayOfDay(-1), 3);
  EXPECT_EQ(WeekdayOfDay(-7), 4);
  EXPECT_EQ(WeekdayOfDay(11574), 0);  // 2001-09-09
}

TEST(CalendarTest, MonthsBeyondTheYearCarry) {
  EXPECT_EQ(DaysToMonth(2001, 13), DaysToMonth(2002, 1));
  EXPECT_EQ(DaysToMonth(2001, 0), DaysToMonth(2000, 12));
  EXPECT_EQ(DaysToMonth(2001, -23), DaysToMonth(1999, 1));
}

TEST(CalendarTest, CenturiesAreLeapYearsEveryFourHundredYears) {
  EXPECT_TRUE(IsLeapYear(2000));
  EXPECT_FALSE(IsLeapYear(1900));
  EXPECT_TRUE(IsLeapYear(2004));
  EXPECT_FALSE(IsLeapYear(2003));
  EXPECT_EQ(DaysInMonth(2004, 2), 29);
  EXPECT_EQ(DaysInMonth(2003, 2), 28);
}

TEST(CalendarTest, FarYearsAreExact) {
  const CivilDate date{2'147'483'647, 12, 31};
  EXPECT_EQ(DateOfDay(DaysToMonth(date.year, 12) + 30), date);
}

}  // namespace
}  // namespace fdr
