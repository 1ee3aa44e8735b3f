// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/schedule/clock_trust.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

constexpr Nanos kSecond = kNanosPerSecond;
constexpr Nanos kYear = 365 * 86'400 * kSecond;

TEST(ClockTrustTest, AClockThatGoesOnAsItShouldIsBelieved) {
  ClockTrust watch;
  Timestamp wall{1'700'000'000, 5};
  EXPECT_TRUE(watch.IsSteady(wall, 0));
  for (Nanos now = 0; now < 100 * 60 * kSecond; now += 60 * kSecond)
    EXPECT_TRUE(watch.IsSteady(wall.Plus(now + now / 1000), now)) << "one that is a little fast";
  EXPECT_FALSE(watch.set_at());
}

TEST(ClockTrustTest, AfterASettingItIsNotBelievedForAnHourOfTheOtherClock) {
  for (const Nanos by : {kYear, -kYear, 11 * kSecond, -11 * kSecond}) {
    ClockTrust watch;
    const Timestamp wall{1'700'000'000, 0};
    EXPECT_TRUE(watch.IsSteady(wall, 0));
    EXPECT_FALSE(watch.IsSteady(wall.Plus(by), 0));
    EXPECT_EQ(watch.set_at(), 0);
    EXPECT_FALSE(watch.IsSteady(wall.Plus(by + 3599 * kSecond), 3599 * kSecond));
    EXPECT_TRUE(watch.IsSteady(wall.Plus(by + 3600 * kSecond), 3600 * kSecond));
  }
}

TEST(ClockTrustTest, EachSettingBeginsTheHourAnew) {
  ClockTrust watch;
  const Timestamp wall{1'700'000'000, 0};
  EXPECT_TRUE(watch.IsSteady(wall, 0));
  EXPECT_FALSE(watch.IsSteady(wall.Plus(kYear), 60 * kSecond));
  EXPECT_FALSE(watch.IsSteady(wall.Plus(120 * kSecond), 120 * kSecond));
  EXPECT_EQ(watch.set_at(), 120 * kSecond);
  EXPECT_FALSE(watch.IsSteady(wall.Plus(3700 * kSecond), 3700 * kSecond));
  EXPECT_TRUE(watch.IsSteady(wall.Plus(3720 * kSecond), 3720 * kSecond));
}

// A clock that was never set right may show any time.
TEST(ClockTrustTest, NoTimeIsTooOdd) {
  ClockTrust watch;
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  EXPECT_TRUE(watch.IsSteady({kMost, 0}, 0));
  EXPECT_FALSE(watch.IsSteady({-kMost, 0}, kSecond));
  EXPECT_FALSE(watch.IsSteady({0, 0}, 2 * kSecond));
}

}  // namespace
}  // namespace fdr
