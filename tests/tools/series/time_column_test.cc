// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/series/time_column.h"

#include <gtest/gtest.h>

namespace fdr::tools {
namespace {

TEST(TimeColumnTest, TheStepDecidesTheDigits) {
  EXPECT_EQ(DigitsOfStep(0), 0);
  EXPECT_EQ(DigitsOfStep(60 * kNanosPerSecond), 0);
  EXPECT_EQ(DigitsOfStep(1500 * (kNanosPerSecond / 1000)), 1);
  EXPECT_EQ(DigitsOfStep(kNanosPerSecond / 4), 2);
  EXPECT_EQ(DigitsOfStep(1000), 6);
  EXPECT_EQ(DigitsOfStep(1), 9);
}

TEST(TimeColumnTest, AStampShowsNoMoreThanItsStep) {
  TimeColumn minutes(Zone(), 60 * kNanosPerSecond);
  EXPECT_EQ(minutes.Clock({0, 123456789}), "00:00:00");
  TimeColumn quarters(Zone(), kNanosPerSecond / 4);
  EXPECT_EQ(quarters.Clock({59, 250000000}), "00:00:59.25");
}

TEST(TimeColumnTest, RecordsThatAreCloserHaveMoreDigits) {
  TimeColumn times(Zone(), 0);
  times.Consider({10, 1});
  times.Consider({11, 2});
  EXPECT_EQ(times.Clock({11, 2}), "00:00:11");
  times.Consider({11, 30'000'000});
  EXPECT_EQ(times.Clock({11, 30'000'000}), "00:00:11.03");
  times.Consider({11, 30'000'001});
  EXPECT_EQ(times.Clock({11, 30'000'001}), "00:00:11.030000001");
}

TEST(TimeColumnTest, EqualTimesNeedNoDigits) {
  TimeColumn times(Zone(), 0);
  times.Consider({10, 5});
  times.Consider({10, 5});
  EXPECT_EQ(times.Clock({10, 5}), "00:00:10");
}

TEST(TimeColumnTest, ADayTurnsOnce) {
  TimeColumn times(Zone(), 0);
  EXPECT_TRUE(times.Turns({86399, 0}));
  EXPECT_FALSE(times.Turns({86399, 5}));
  EXPECT_TRUE(times.Turns({86400, 0}));
  EXPECT_FALSE(times.Turns({86401, 0}));
  EXPECT_EQ(times.Date({86400, 0}), "1970-01-02");
  EXPECT_EQ(times.ZoneName({86400, 0}), "UTC");
}

}  // namespace
}  // namespace fdr::tools
