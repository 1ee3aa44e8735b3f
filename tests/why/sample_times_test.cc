// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/sample_times.h"

#include <gtest/gtest.h>

namespace fdr::why {
namespace {

Timestamp SampleAt(double seconds) { return PlusSeconds({1000, 0}, seconds); }

// A sample each second from one time up to another, on a machine that was started `ahead` before.
void Sample(SampleTimes& times, int from, int to, double ahead) {
  for (int t = from; t < to; ++t) {
    times.TakeUptime(SampleAt(t), t + ahead);
    times.Take(SampleAt(t), false);
  }
}

TEST(SampleTimes, EvenSamplesAreNoNews) {
  SampleTimes times;
  Sample(times, 0, 100, 5000);
  EXPECT_EQ(times.interval(), 1);
  EXPECT_TRUE(times.Gaps().empty());
  EXPECT_TRUE(times.steps().empty());
}

TEST(SampleTimes, MissingSamplesAreAGap) {
  SampleTimes times;
  Sample(times, 0, 20, 5000);
  Sample(times, 30, 50, 5000);
  ASSERT_EQ(times.Gaps().size(), 1U);
  EXPECT_EQ(times.Gaps()[0].start, SampleAt(19));
  EXPECT_EQ(times.Gaps()[0].end, SampleAt(30));
  EXPECT_FALSE(times.Gaps()[0].was_restarted);
  EXPECT_TRUE(times.steps().empty());
}

TEST(SampleTimes, AMachineThatWasStartedAgainHasASmallerUptime) {
  SampleTimes times;
  Sample(times, 0, 20, 5000);
  Sample(times, 60, 80, -50);
  ASSERT_EQ(times.Gaps().size(), 1U);
  EXPECT_TRUE(times.Gaps()[0].was_restarted);
  EXPECT_TRUE(times.steps().empty());
}

TEST(SampleTimes, AClockThatIsSetForwardsIsNoGap) {
  SampleTimes times;
  Sample(times, 0, 20, 5000);
  Sample(times, 920, 940, 4100);
  EXPECT_TRUE(times.Gaps().empty());
  ASSERT_EQ(times.steps().size(), 1U);
  EXPECT_EQ(times.steps()[0].at, SampleAt(920));
  EXPECT_NEAR(times.steps()[0].seconds, 900, 1e-6);
}

// Of two recordings, the later one has the earlier times.
TEST(SampleTimes, AClockThatIsSetBackBeforeTheRecordingCrossesIt) {
  SampleTimes times;
  Sample(times, 0, 11, 5032);
  Sample(times, 11, 31, 5000);
  EXPECT_TRUE(times.Gaps().empty());
  ASSERT_EQ(times.steps().size(), 1U);
  EXPECT_EQ(times.steps()[0].at, SampleAt(11));
  EXPECT_NEAR(times.steps()[0].seconds, -32, 1e-6);
}

TEST(SampleTimes, AMachineThatWasStartedAgainMayHaveRunBeforeForLess) {
  SampleTimes times;
  Sample(times, 0, 20, 100);
  Sample(times, 40, 60, -25);
  ASSERT_EQ(times.Gaps().size(), 1U);
  EXPECT_TRUE(times.Gaps()[0].was_restarted);
  EXPECT_TRUE(times.steps().empty());
}

TEST(SampleTimes, ALateReadingOfTheUptimeIsNoStep) {
  SampleTimes times;
  Sample(times, 0, 20, 5000);
  times.TakeUptime(SampleAt(20), 5023.0);
  Sample(times, 21, 40, 5000);
  EXPECT_TRUE(times.steps().empty());
}

TEST(SampleTimes, RecordsThatLieCloseTogetherAreOneSample) {
  SampleTimes times;
  for (int t = 0; t < 100; t += 10) {
    times.Take(SampleAt(t), false);
    times.Take(SampleAt(t + 0.017), false);
  }
  EXPECT_NEAR(times.interval().value_or(0), 9.983, 1e-3);
  EXPECT_TRUE(times.Gaps().empty());
}

TEST(SampleTimes, AnAbsurdUptimeIsIgnored) {
  SampleTimes times;
  Sample(times, 0, 20, 5000);
  for (int t = 20; t < 30; ++t)
    for (const double uptime : {1.8e16, -5.0, std::nan(""), HUGE_VAL})
      times.TakeUptime(SampleAt(t), uptime);
  Sample(times, 30, 40, 5000);
  EXPECT_TRUE(times.steps().empty());
}

TEST(SampleTimes, MemoryHasALimit) {
  SampleTimes times;
  for (std::int64_t i = 0; i < 100'000; ++i)
    times.Take(SampleAt(static_cast<double>(i * i % 1'000'003)), i % 2 == 0);
  EXPECT_LE(times.Gaps().size(), 64U);
}

}  // namespace
}  // namespace fdr::why
