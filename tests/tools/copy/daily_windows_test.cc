// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/copy/daily_windows.h"

#include <gtest/gtest.h>

#include "fdr/replay/time/zone.h"
#include "fdr/tests/support/error_of.h"

namespace fdr::tools {
namespace {

constexpr std::int64_t kHour = 3600;
constexpr std::int64_t kDay = 24 * kHour;
constexpr std::int64_t kFriday = 1711670400;  // 2024-03-29 00:00 UTC: Berlin sets clocks on Sunday

std::string Windows(const TimeWindowSpec& times, std::int64_t from, std::int64_t to,
                    const char* zone = "UTC") {
  const auto windows = DailyWindows(times, {from, 0}, {to, 0}, Zone::FromTz(zone));
  if (!windows) return windows.error().what;
  std::string text;
  for (const TimeSpan& span : *windows) {
    const auto hours = [](Timestamp t) {
      return std::to_string(static_cast<double>(t.sec - kFriday) / kHour).substr(0, 5);
    };
    text += hours(*span.start) + ".." + hours(*span.end) + ' ';
  }
  return text;
}

TEST(DailyWindowsTest, EachDayHasOne) {
  EXPECT_EQ(Windows({.start = "@12:00", .finish = "@13:30"}, kFriday + kHour, kFriday + 3 * kDay),
            "12.00..13.50 36.00..37.50 60.00..61.50 ");
}

TEST(DailyWindowsTest, AWindowThatIsPartlyInsideCounts) {
  EXPECT_EQ(Windows({.start = "@12:00", .finish = "@13:00"}, kFriday + 13 * kHour - 1,
                    kFriday + 36 * kHour),
            "12.00..13.00 36.00..37.00 ");
  EXPECT_EQ(Windows({.start = "@12:00", .finish = "@13:00"}, kFriday + 13 * kHour + 1,
                    kFriday + 36 * kHour - 1),
            "");
}

TEST(DailyWindowsTest, AnEndThatIsNotBehindTheStartIsOfTheNextDay) {
  EXPECT_EQ(Windows({.start = "@22:00", .finish = "@02:00"}, kFriday + kHour, kFriday + kDay),
            "-2.00..2.000 22.00..26.00 ");
}

TEST(DailyWindowsTest, ARecordBelongsToOneDay) {
  const auto windows = DailyWindows({.start = "@12:00", .finish = "@12:00"}, {kFriday, 0},
                                    {kFriday + 2 * kDay, 0}, Zone());
  ASSERT_TRUE(windows);
  ASSERT_EQ(windows->size(), 3u);
  EXPECT_EQ((*windows)[0].end, (Timestamp{kFriday + 12 * kHour - 1, 999'999'999}));
  EXPECT_EQ((*windows)[1].start, (Timestamp{kFriday + 12 * kHour, 0}));
}

TEST(DailyWindowsTest, TheClockCounts) {
  EXPECT_EQ(Windows({.start = "@12:00", .finish = "@13:00"}, kFriday, kFriday + 3 * kDay,
                    "Europe/Berlin"),
            "11.00..12.00 35.00..36.00 58.00..59.00 ")
      << "from Sunday on, the clock is two hours before UTC";
}

TEST(DailyWindowsTest, OtherTimesAreNone) {
  const std::string mistake = "--daily needs two times of a day: -S @12:00 -T @13:00";
  EXPECT_EQ(Windows({.start = "@12:00"}, kFriday, kFriday + kDay), mistake);
  EXPECT_EQ(Windows({.start = "10m", .finish = "@13:00"}, kFriday, kFriday + kDay), mistake);
  EXPECT_EQ(Windows({.start = "@12:00", .finish = "@13:00", .align = "10m"}, kFriday, kFriday),
            mistake);
  EXPECT_NE(Windows({.start = "@1x:00", .finish = "@13:00"}, kFriday, kFriday + kDay).find("-S"),
            std::string::npos);
}

TEST(DailyWindowsTest, AnArchiveOfManyYearsIsRefused) {
  EXPECT_EQ(Windows({.start = "@12:00", .finish = "@13:00"}, 0, 101 * 366 * kDay),
            "--daily: the archives are more than a century long");
}

}  // namespace
}  // namespace fdr::tools
