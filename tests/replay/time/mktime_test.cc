// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/time/mktime.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

constexpr std::int64_t kHour = 3600;

TEST(MkTimeTest, OrdinaryTimesComeBack) {
  LocalToUtc berlin(Zone::FromTz("CET-1CEST,M3.5.0,M10.5.0/3"));
  EXPECT_EQ(berlin.Seconds({2001, 9, 9, 3, 46, 40}), 1'000'000'000);
  EXPECT_EQ(berlin.Seconds({2001, 12, 1, 1, 0, 0}), 1'007'164'800);
}

TEST(MkTimeTest, FieldsOutOfRangeCarry) {
  LocalToUtc utc{Zone()};
  EXPECT_EQ(utc.Seconds({2001, 8, 40, 1, 46, 40}), 1'000'000'000);
  EXPECT_EQ(utc.Seconds({2001, 9, 8, 25, 45, 100}), 1'000'000'000);
  EXPECT_EQ(utc.Seconds({2000, 21, 9, 2, -14, 40}), 1'000'000'000);
  EXPECT_EQ(utc.Seconds({2001, 9, 9, 1, 47, -20}), 1'000'000'000);
}

TEST(MkTimeTest, AnHourThatOccursTwiceIsTheOneNearTheTimeConvertedBefore) {
  // Clocks went back from 03:00 to 02:00 on 2001-10-28 at 1004230800.
  LocalToUtc zone(Zone::FromTz("CET-1CEST,M3.5.0,M10.5.0/3"));
  const LocalFields twice{2001, 10, 28, 2, 30, 0};
  ASSERT_TRUE(zone.Seconds({2001, 7, 1, 0, 0, 0}));
  EXPECT_EQ(zone.Seconds(twice), 1'004'230'800 - kHour / 2);
  ASSERT_TRUE(zone.Seconds({2001, 12, 1, 0, 0, 0}));
  EXPECT_EQ(zone.Seconds(twice), 1'004'230'800 + kHour / 2);
}

TEST(MkTimeTest, AnHourThatNeverOccursIsShiftedIntoDaylightSavingTime) {
  // Clocks went forward from 02:00 to 03:00 on 2001-03-25 at 985482000.
  LocalToUtc zone(Zone::FromTz("CET-1CEST,M3.5.0,M10.5.0/3"));
  EXPECT_EQ(zone.Seconds({2001, 3, 25, 2, 30, 0}), 985'482'000 + kHour / 2);
}

TEST(MkTimeTest, FieldsBeyondReasonAreNoTime) {
  LocalToUtc utc{Zone()};
  EXPECT_FALSE(utc.Seconds({2001, 9, 9, 1, 46, 4'000'000'000}));
  EXPECT_FALSE(utc.Seconds({-4'000'000'000, 9, 9, 1, 46, 4}));
}

}  // namespace
}  // namespace fdr
