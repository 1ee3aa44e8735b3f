// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/series/rotation.h"

#include <gtest/gtest.h>

#include "fdr/logger/series/volume_limit.h"

namespace fdr {
namespace {

constexpr Nanos kHour = 3600 * kNanosPerSecond;
constexpr Nanos kDay = 24 * kHour;

// The next rotation, as the clock of the zone shows it.
std::string Next(std::int64_t sec, Nanos interval, const Zone& zone) {
  const Timestamp next = NextRotation({sec, 5}, interval, zone);
  const LocalTime time = zone.At(next.sec);
  char text[32];
  std::snprintf(text, sizeof text, "%02d-%02d %02d:%02d:%02d", time.month, time.day, time.hour,
                time.minute, time.second);
  return text;
}

TEST(RotationTest, WhatDividesADayCountsFromMidnight) {
  const Zone berlin = Zone::FromTz("Europe/Berlin");
  const std::int64_t at = 1'766'000'000;  // 2025-12-17 20:33:20 in Berlin
  EXPECT_EQ(Next(at, kDay, berlin), "12-18 00:00:00");
  EXPECT_EQ(Next(at, kHour, berlin), "12-17 21:00:00");
  EXPECT_EQ(Next(at, 6 * kHour, berlin), "12-18 00:00:00");
  EXPECT_EQ(Next(at, kHour / 60, berlin), "12-17 20:34:00");
  EXPECT_EQ(Next(at, 7 * kDay, berlin), "12-24 00:00:00");
  EXPECT_EQ(Next(at, kDay, Zone()), "12-18 00:00:00");
  // At midnight itself, the next midnight.
  EXPECT_EQ(Next(at - 73'999 - 1, kDay, berlin), "12-18 00:00:00");
}

TEST(RotationTest, DaysOnWhichTheClockIsSetEndAtMidnightToo) {
  const Zone berlin = Zone::FromTz("Europe/Berlin");
  EXPECT_EQ(Next(1'774'740'000, kDay, berlin), "03-30 00:00:00");  // 2026-03-29 00:20: 23 hours
  EXPECT_EQ(Next(1'792'882'000, kDay, berlin), "10-26 00:00:00");  // 2026-10-25 00:46: 25 hours
}

TEST(RotationTest, OnlyWhatFitsIntoDaysIsOfTheDay) {
  for (const Nanos interval : {kHour / 3600, kHour / 60, kHour, 6 * kHour, kDay, 7 * kDay})
    EXPECT_TRUE(IsOfTheDay(interval)) << interval;
  for (const Nanos interval : {7 * kHour, kDay + kHour, 7 * kHour / 3600})
    EXPECT_FALSE(IsOfTheDay(interval)) << interval;
}

// The clocks of a machine, as a test sets them.
class RotationTimerTest : public testing::Test {
 protected:
  RotationTimer Every(Nanos interval) {
    return RotationTimer(
        Rotation{.interval = interval, .zone = Zone(), .clock = [this] { return wall_; }});
  }
  // Lets this time pass, second by second.  Returns how often an archive ended.
  int Pass(RotationTimer& timer, Nanos time) {
    int ends = 0;
    for (const Nanos end = now_ + time; now_ < end;
         now_ += kHour / 3600, wall_ = wall_.Plus(kHour / 3600))
      ends += timer.IsDue(now_) ? 1 : 0;
    return ends;
  }

  Nanos now_ = 77;
  Timestamp wall_{1'766'000'000, 7};  // 19:33:20
};

TEST_F(RotationTimerTest, ALengthIsTheSameHoweverTheClockIsSet) {
  RotationTimer timer = Every(7 * kHour);
  EXPECT_EQ(Pass(timer, kHour), 0);
  wall_ = wall_.Plus(-365 * kDay);
  EXPECT_EQ(Pass(timer, 6 * kHour), 0);
  EXPECT_EQ(Pass(timer, kHour), 1);
  wall_ = wall_.Plus(2 * 365 * kDay);
  EXPECT_EQ(Pass(timer, 6 * kHour), 0);
  EXPECT_EQ(Pass(timer, kHour), 1);
}

TEST_F(RotationTimerTest, ATimeOfTheDayIsWhatTheClockShows) {
  RotationTimer timer = Every(kDay);
  EXPECT_EQ(Pass(timer, 4 * kHour), 0);
  EXPECT_EQ(Pass(timer, kHour), 1);
  EXPECT_EQ(Pass(timer, 23 * kHour), 0);
  wall_ = wall_.Plus(kHour);
  EXPECT_EQ(Pass(timer, kHour / 60), 1);
}

TEST_F(RotationTimerTest, AClockThatWasFarAheadForAMomentPutsNothingOff) {
  RotationTimer timer = Every(kDay);
  EXPECT_EQ(Pass(timer, kHour / 60), 0);
  wall_ = wall_.Plus(365 * kDay);
  EXPECT_EQ(Pass(timer, kHour / 60), 1) << "a day is over, as it seems";
  wall_ = wall_.Plus(-365 * kDay);
  EXPECT_EQ(Pass(timer, 4 * kHour), 0);
  EXPECT_EQ(Pass(timer, kHour), 1);
}

TEST(VolumeLimitTest, SamplesBytesAndTimeBelongToAVolume) {
  using Kind = RecordingLimit::Kind;
  VolumeLimit none({});
  EXPECT_FALSE(none.IsReached(1, 0, 1u << 30, kDay));
  VolumeLimit samples(RecordingLimit{Kind::kSamples, 2});
  EXPECT_FALSE(samples.IsReached(1, 0, 0, 0));
  EXPECT_FALSE(samples.IsReached(1, 1, 0, 0));  // another volume has begun
  EXPECT_TRUE(samples.IsReached(1, 1, 0, 0));
  EXPECT_FALSE(samples.IsReached(2, 1, 0, 0));
  VolumeLimit bytes(RecordingLimit{Kind::kBytes, 100});
  EXPECT_FALSE(bytes.IsReached(1, 0, 99, 0));
  EXPECT_TRUE(bytes.IsReached(1, 0, 100, 0));
  VolumeLimit time(RecordingLimit{Kind::kTime, kHour});
  EXPECT_FALSE(time.IsReached(1, 0, 0, kDay));
  EXPECT_FALSE(time.IsReached(1, 0, 0, kDay + kHour - 1));
  EXPECT_TRUE(time.IsReached(1, 0, 0, kDay + kHour));
}

}  // namespace
}  // namespace fdr
