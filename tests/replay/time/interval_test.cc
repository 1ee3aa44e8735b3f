// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/time/interval.h"

#include <gtest/gtest.h>

#include <string>

namespace fdr {
namespace {

Interval Pcp(std::string_view text) {
  const auto interval = ParseInterval(text, IntervalRules::kPcp);
  EXPECT_TRUE(interval) << text;
  return interval.value_or(Interval{-1, -1});
}

Interval Plain(std::string_view text) {
  const auto interval = ParseInterval(text, IntervalRules::kPlain);
  EXPECT_TRUE(interval) << text;
  return interval.value_or(Interval{-1, -1});
}

std::string Complaint(std::string_view text, IntervalRules rules = IntervalRules::kPcp) {
  const auto interval = ParseInterval(text, rules);
  EXPECT_FALSE(interval) << text;
  if (interval) return "";
  EXPECT_EQ(interval.error().code, Errc::kInvalidArgument);
  return interval.error().what;
}

TEST(IntervalTest, NumbersAreSecondsUnlessTheySayOtherwise) {
  EXPECT_EQ(Pcp("5"), (Interval{5, 0}));
  EXPECT_EQ(Pcp("5 5"), (Interval{10, 0}));
  EXPECT_EQ(Pcp("1min1"), (Interval{61, 0}));
  EXPECT_EQ(Pcp("0x10"), (Interval{16, 0}));
  EXPECT_EQ(Pcp("1e3"), (Interval{1000, 0}));
  EXPECT_EQ(Pcp("   "), (Interval{0, 0}));
  EXPECT_EQ(Pcp("1e-400"), (Interval{0, 0}));
}

TEST(IntervalTest, UnitsMayBePluralAndOfAnyCase) {
  EXPECT_EQ(Pcp("1 Day 2 HOURS 3mins 4 sec"), (Interval{86400 + 7200 + 180 + 4, 0}));
  EXPECT_EQ(Pcp("2hrs 1m 1d 1h"), (Interval{7200 + 60 + 86400 + 3600, 0}));
  EXPECT_EQ(Pcp("5 nanoseconds 3usec 2 milliseconds"), (Interval{0, 2'003'005}));
  EXPECT_EQ(Pcp("1ss"), (Interval{1, 0}));
}

TEST(IntervalTest, ThePeersMillisecondsAreMinutes) {
  EXPECT_EQ(Pcp("100ms"), (Interval{6000, 0}));
  EXPECT_EQ(Plain("100ms"), (Interval{0, 100'000'000}));
  EXPECT_EQ(Plain("100m"), (Interval{6000, 0}));
}

TEST(IntervalTest, PlainRulesKnowMoreUnits) {
  EXPECT_EQ(Plain("7us"), (Interval{0, 7000}));
  EXPECT_EQ(Plain("7ns"), (Interval{0, 7}));
  EXPECT_EQ(Plain("2w 1 week 3 Weeks"), (Interval{6 * 7 * 86400, 0}));
  for (const char* text : {"7us", "7ns", "1w", "1week"}) EXPECT_EQ(Complaint(text).back(), '\n');
}

TEST(IntervalTest, PlainDecimalsAreExact) {
  EXPECT_EQ(Plain("123456789.123456789"), (Interval{123'456'789, 123'456'789}));
  EXPECT_EQ(Plain("0.1 0.2"), (Interval{0, 300'000'000}));
  EXPECT_EQ(Plain("0.9999999999"), (Interval{1, 0}));
  EXPECT_EQ(Plain("1.5h"), (Interval{5400, 0}));
  EXPECT_EQ(Plain("0.5ns"), (Interval{0, 1}));
  EXPECT_EQ(Plain("1.5e3ms"), (Interval{1, 500'000'000}));
  EXPECT_EQ(Plain("0x10"), (Interval{16, 0}));
  EXPECT_EQ(Plain("1.0000000000000000000000000001"), (Interval{1, 0}));
}

TEST(IntervalTest, ThePeersRoundingMayFillTheSecond) {
  EXPECT_EQ(Pcp("0.9999999999"), (Interval{0, 1'000'000'000}));
  EXPECT_EQ(*ParseInterval("1.0000005", IntervalRules::kPcpMicros), (Interval{1, 1000}));
  EXPECT_EQ(*ParseInterval("0.9999999", IntervalRules::kPcpMicros), (Interval{0, 1'000'000'000}));
  EXPECT_EQ(Pcp("0.0000000005"), (Interval{0, 1}));
}

TEST(IntervalTest, ComplaintsPointAtTheirReason) {
  EXPECT_EQ(Complaint(""), "\n^ -- Null or empty specification\n");
  EXPECT_EQ(Complaint("5x"), "5x\n ^ -- unexpected value\n");
  EXPECT_EQ(Complaint("\t5\tx"), "\t5\tx\n\t \t^ -- unexpected value\n");
  EXPECT_EQ(Complaint("5 h ours"), "5 h ours\n    ^ -- unexpected value\n");
  EXPECT_EQ(Complaint("5 -5"), "5 -5\n  ^ -- unexpected value\n");
}

TEST(IntervalTest, WhatIsNoLengthOfTimeIsRefused) {
  for (const char* text :
       {"-1", "inf", "nan", "1e19", "9e18 9e18", "x", ".", "5hourss", "1dh", "999999999999999d"}) {
    EXPECT_NE(Complaint(text).find("unexpected value"), std::string::npos) << text;
    EXPECT_NE(Complaint(text, IntervalRules::kPlain).find("unexpected value"), std::string::npos)
        << text;
  }
  EXPECT_EQ(Complaint(std::string("5\0s", 3)).back(), '\n');
}

}  // namespace
}  // namespace fdr
