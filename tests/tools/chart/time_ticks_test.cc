// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/chart/time_ticks.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace fdr::tools {
namespace {

constexpr std::int64_t kMidnight = 1706659200;  // 2024-01-31 00:00:00 UTC

std::string TickTexts(Timestamp first, Timestamp last, int most, const Zone& zone = Zone()) {
  std::string text;
  for (const TimeTick& tick : RoundTimes(first, last, most, zone))
    text += (text.empty() ? "" : " ") + (tick.date.empty() ? "" : tick.date + "/") + tick.text;
  return text;
}

Timestamp AfterMidnight(double seconds) {
  return Timestamp{kMidnight, 0}.Plus(static_cast<std::int64_t>(seconds * 1e9));
}

TEST(TimeTicksTest, StepsAreThoseOfAClock) {
  EXPECT_EQ(TickTexts(AfterMidnight(3601), AfterMidnight(7300), 5), "01:15 01:30 01:45 02:00");
  EXPECT_EQ(TickTexts(AfterMidnight(3600), AfterMidnight(3660), 5),
            "01:00:00 01:00:15 01:00:30 01:00:45 01:01:00");
  EXPECT_EQ(TickTexts(AfterMidnight(0), AfterMidnight(10), 2), "00:00:00 00:00:05 00:00:10");
  EXPECT_EQ(TickTexts(AfterMidnight(0.1), AfterMidnight(0.35), 3),
            "00:00:00.100 00:00:00.200 00:00:00.300");
}

TEST(TimeTicksTest, DatesStandWhereTheDayChanges) {
  EXPECT_EQ(TickTexts(AfterMidnight(20 * 3600), AfterMidnight(30 * 3600), 4),
            "2024-01-31/21:00 2024-02-01/00:00 03:00 06:00");
  EXPECT_EQ(TickTexts(AfterMidnight(0), AfterMidnight(4 * 86400), 4),
            "2024-01-31 2024-02-01 2024-02-02 2024-02-03 2024-02-04");
}

TEST(TimeTicksTest, TheClockIsThatOfTheZone) {
  const Zone india = Zone::FromTz("IST-5:30");
  EXPECT_EQ(TickTexts(AfterMidnight(0), AfterMidnight(3 * 3600), 3, india), "06:00 07:00 08:00");
  // Clocks go forward at 02:00, and back at 03:00.
  const Zone berlin = Zone::FromTz("CET-1CEST,M3.5.0,M10.5.0/3");
  const Timestamp spring{1711843200, 0};  // 2024-03-31 00:00 UTC, 01:00 CET
  EXPECT_EQ(TickTexts(spring, spring.Plus(std::int64_t{5} * 3600 * kNanosPerSecond), 3, berlin),
            "04:00 06:00");
}

TEST(TimeTicksTest, OneTimeIsATickItself) {
  EXPECT_EQ(TickTexts(AfterMidnight(61), AfterMidnight(61), 5), "00:01:01");
}

TEST(TimeTicksTest, AbsurdTimesHaveNoTicks) {
  const Timestamp far{std::numeric_limits<std::int64_t>::max(), 0};
  EXPECT_EQ(TickTexts(AfterMidnight(0), far, 5), "");
  EXPECT_EQ(TickTexts(far, far, 5), "");
  EXPECT_EQ(TickTexts(AfterMidnight(1), AfterMidnight(0), 5), "");
  EXPECT_EQ(TickTexts({0, 5}, {0, -5}, 5), "");
}

TEST(TimeTicksTest, TicksAreInOrderInTheWindowAndNotTooMany) {
  std::mt19937_64 random(1);
  const Zone berlin = Zone::FromTz("CET-1CEST,M3.5.0,M10.5.0/3");
  for (int i = 0; i < 3000; ++i) {
    const Timestamp first{static_cast<std::int64_t>(random() % (1u << 31)),
                          static_cast<std::int32_t>(random() % 1'000'000'000)};
    const auto length = static_cast<std::int64_t>(random() >> (2 + random() % 60));
    const Timestamp last = first.Plus(length);
    const int most = 1 + static_cast<int>(random() % 12);
    const auto ticks = RoundTimes(first, last, most, berlin);
    ASSERT_LE(ticks.size(), static_cast<std::size_t>(most) + 1) << first.sec << ' ' << length;
    for (std::size_t k = 0; k < ticks.size(); ++k) {
      ASSERT_GE(ticks[k].time, first);
      ASSERT_LE(ticks[k].time, last);
      if (k > 0) {
        ASSERT_LT(ticks[k - 1].time, ticks[k].time);
      }
    }
  }
}

}  // namespace
}  // namespace fdr::tools
