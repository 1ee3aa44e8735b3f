// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/rotation.h"

#include <gtest/gtest.h>

#include "fdr/logger/volume_limit.h"

namespace fdr {
namespace {

constexpr Nanos kHour = 3600 * std::int64_t{kNanosPerSecond};
constexpr Nanos kDay = 24 * kHour;

// As the clock of the zone shows it.
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
  // At midnight itself, the next one.
  EXPECT_EQ(Next(at - 73'999 - 1, kDay, berlin), "12-18 00:00:00");
}

TEST(RotationTest, DaysOnWhichTheClockIsSetEndAtMidnightToo) {
  const Zone berlin = Zone::FromTz("Europe/Berlin");
  EXPECT_EQ(Next(1'774'740'000, kDay, berlin), "03-30 00:00:00");  // 2026-03-29 00:20: 23 hours
  EXPECT_EQ(Next(1'792'882'000, kDay, berlin), "10-26 00:00:00");  // 2026-10-25 00:06: 25 hours
}

TEST(RotationTest, AnyOtherIntervalCountsFromTheBeginning) {
  EXPECT_EQ(NextRotation({1'766'000'000, 7}, 7 * kHour, Zone()),
            (Timestamp{1'766'000'000 + 7 * 3600, 7}));
}

TEST(VolumeLimitTest, SamplesBytesAndTimeBelongToAVolume) {
  using Kind = RecordingLimit::Kind;
  VolumeLimit none({});
  EXPECT_FALSE(none.IsReached(1, 0, 1u << 30, kDay));
  VolumeLimit samples(RecordingLimit{Kind::kSamples, 2});
  EXPECT_FALSE(samples.IsReached(1, 0, 0, 0));
  EXPECT_FALSE(samples.IsReached(1, 1, 0, 0));  // somebody else began it
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
