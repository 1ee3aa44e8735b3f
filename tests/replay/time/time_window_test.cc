// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// Examples of how the peer reads -S, -T, -A and -O.  tests/differential/time_test.cc asks the peer
// itself.

#include "fdr/replay/time/time_window.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

constexpr std::int64_t kStart = 1'000'000'000;  // Sun Sep  9 01:46:40 2001 UTC
constexpr std::int64_t kEnd = 1'000'100'000;
constexpr std::int64_t kNow = 1'700'000'000;  // Tue Nov 14 22:13:20 2023 UTC
constexpr std::int64_t kMidnight = 1'699'920'000;

TimeWindowBounds Bounds(const char* tz = "UTC0") {
  return {.log_start = {kStart, 0},
          .log_end = Timestamp{kEnd, 0},
          .zone = Zone::FromTz(tz),
          .now = kNow};
}

// The start of the window.
Timestamp Start(std::string text, IntervalRules rules = IntervalRules::kPcp,
                const char* tz = "UTC0") {
  const auto window = ParseTimeWindow({.start = text}, Bounds(tz), rules);
  EXPECT_TRUE(window) << text << ": " << window.error().what;
  return window ? window->start : Timestamp{};
}

Timestamp PlainTime(std::string text, const char* tz = "UTC0") {
  return Start(std::move(text), IntervalRules::kPlain, tz);
}

Timestamp At(std::int64_t sec, std::int32_t nsec = 0) { return {sec, nsec}; }

TEST(TimeWindowTest, WithoutOptionsItIsTheLog) {
  const auto window = ParseTimeWindow({}, Bounds(), IntervalRules::kPcp);
  ASSERT_TRUE(window);
  EXPECT_EQ(window->start, At(kStart));
  EXPECT_EQ(window->end, At(kEnd));
  EXPECT_EQ(window->origin, At(kStart));
  EXPECT_FALSE(window->warning);
}

TEST(TimeWindowTest, DatesAsCtimeWritesThem) {
  EXPECT_EQ(Start("@Sun Sep  9 02:00:00 2001"), At(1'000'000'800));
  EXPECT_EQ(Start("@02:00"), At(1'000'000'800));
  EXPECT_EQ(Start("@02:00:00.25"), At(1'000'000'800, 250'000'000));
  EXPECT_EQ(Start("@01:00"), At(kStart));
  EXPECT_EQ(Start("@:50"), At(1'000'083'000));
  EXPECT_EQ(Start("@Sep 10"), At(1'000'080'000));
  EXPECT_EQ(Start("@10 2:30"), At(1'000'089'000));
  EXPECT_EQ(Start("@2:30 pm"), At(1'000'045'800));
  EXPECT_EQ(Start("@12:30 am"), At(1'000'081'800));
  EXPECT_EQ(Start("@2001"), At(kStart));
  EXPECT_EQ(Start("@2002"), At(1'009'843'200));
  EXPECT_EQ(Start("@"), At(kStart));
}

TEST(TimeWindowTest, FreeForms) {
  EXPECT_EQ(Start("9/10/2001"), At(1'000'080'000));
  EXPECT_EQ(Start("10 sep 2001 3:00pm"), At(1'000'134'000));
  EXPECT_EQ(Start("2001-09-09 02:00:00"), At(1'000'000'800));
  EXPECT_EQ(Start("@20010910"), At(1'000'080'000));
  EXPECT_EQ(Start("1 hour ago"), At(1'000'096'400));
  EXPECT_EQ(Start("last hour"), At(1'000'096'400));
  EXPECT_EQ(Start("-1 hour"), At(1'000'096'400));
  EXPECT_EQ(Start("next hour"), At(1'000'007'200));
  EXPECT_EQ(Start("2 hours"), At(1'000'007'200));
  EXPECT_EQ(Start("1 week"), At(1'000'604'800));
  EXPECT_EQ(Start(""), At(kMidnight));
  EXPECT_EQ(Start("yesterday 14:00"), At(kMidnight - 86400 + 14 * 3600));
  EXPECT_EQ(Start("friday"), At(kMidnight + 3 * 86400));
  EXPECT_EQ(Start("2 friday"), At(kMidnight + 10 * 86400));
  EXPECT_EQ(Start("10 sep 2001 3:00 est (comment)"), At(1'000'080'000 + 8 * 3600));
  EXPECT_EQ(Start("10 sep 2001 3:00 +0200"), At(kStart + 80'000 + 3600));
}

TEST(TimeWindowTest, LocalTimesAreOfTheGivenZone) {
  EXPECT_EQ(Start("@Sep 10 2:30", IntervalRules::kPcp, "AEST-10"), At(1'000'089'000 - 36000));
  EXPECT_EQ(Start("9/10/2001 2:30", IntervalRules::kPcp, "AEST-10"), At(1'000'089'000 - 36000));
}

TEST(TimeWindowTest, NonsenseIsRefused) {
  for (const char* text : {"junk",          "2001-09-09T02:00:00Z",
                           "@Sep 9 25:00",  "5 -1 hour",
                           "10 sep 3:00pm", "1/1/1969",
                           "13/1/2001",     "2/30/2001",
                           "25:00",         "13pm",
                           "5:70",          "today tomorrow",
                           "5:00 6:00",     "gmt est",
                           "9/1 9/2",       "monday tuesday",
                           "ago",           ",",
                           "sep",           "@Thu 5:00:0.5",
                           "@3:00:nan"}) {
    const auto window = ParseTimeWindow({.start = text}, Bounds(), IntervalRules::kPcp);
    ASSERT_FALSE(window) << text;
    EXPECT_EQ(window.error().code, Errc::kInvalidArgument);
    EXPECT_NE(window.error().what.find("^ -- "), std::string::npos) << text;
  }
  EXPECT_EQ(ParseTimeWindow({.finish = "junk"}, Bounds(), IntervalRules::kPcp).error().what,
            "junk\n^ -- unexpected value\n");
  EXPECT_EQ(ParseTimeWindow({.offset = "junk"}, Bounds(), IntervalRules::kPcp).error().what,
            "junk\n^ -- unexpected value\n");
  EXPECT_EQ(ParseTimeWindow({.align = "junk"}, Bounds(), IntervalRules::kPcp).error().what,
            "junk\n^ -- unexpected value\n");
}

TEST(TimeWindowTest, SumsThatOverflowAreRefused) {
  EXPECT_FALSE(
      ParseTimeWindow({.start = "9e18"}, {.log_start = {INT64_MAX - 5, 0}}, IntervalRules::kPcp));
  EXPECT_FALSE(ParseTimeWindow({.start = "-9e18"},
                               {.log_start = {INT64_MIN, 0}, .log_end = At(INT64_MIN + 5)},
                               IntervalRules::kPcp));
}

TEST(TimeWindowTest, MonthsThatEndNowhereAreRefused) {
  const TimeWindowBounds bounds{.log_start = {1'012'435'200, 0},
                                .log_end = At(1'112'435'200)};  // log_start is 2002-01-31
  EXPECT_FALSE(ParseTimeWindow({.start = "next month"},
                               {.log_start = {1'004'400'000 + 86400 * 61, 0}},
                               IntervalRules::kPcp));
  EXPECT_FALSE(ParseTimeWindow({.start = "1 month"}, bounds, IntervalRules::kPcp));
  EXPECT_EQ(ParseTimeWindow({.start = "2 month"}, bounds, IntervalRules::kPcp)->start,
            At(1'012'435'200 + 59 * 86400));
}

TEST(TimeWindowTest, AnOpenEndHasNothingBeforeIt) {
  TimeWindowBounds live = Bounds();
  live.log_end.reset();
  EXPECT_FALSE(ParseTimeWindow({.start = "-5"}, live, IntervalRules::kPcp));
  const auto window = ParseTimeWindow({.start = "5"}, live, IntervalRules::kPcp);
  ASSERT_TRUE(window);
  EXPECT_FALSE(window->end);
  EXPECT_EQ(ParseTimeWindow({.finish = "1hour"}, live, IntervalRules::kPcp)->end,
            At(kStart + 3600));
  EXPECT_EQ(ParseTimeWindow({.align = "10", .offset = "25"}, live, IntervalRules::kPcp)->origin,
            At(kStart + 20));
  EXPECT_EQ(ParseTimeWindow({.align = "10", .offset = "25"}, live, IntervalRules::kPlain)->origin,
            At(kStart + 30));
}

struct Example {
  TimeWindowSpec spec;
  std::int64_t start, end, origin;
};

TEST(TimeWindowTest, OptionsWorkTogether) {
  const Example examples[] = {
      {{.finish = "1hour"}, kStart, 1'000'003'600, kStart},
      {{.start = "3hour", .finish = "1hour"}, 1'000'010'800, 1'000'014'400, 1'000'010'800},
      {{.align = "1day"}, 1'000'080'000, kEnd, 1'000'080'000},
      {{.start = "10m", .finish = "1hour", .align = "15m", .offset = "1m"},
       1'000'000'800,
       1'000'004'400,
       1'000'001'700},
      {{.finish = "-10m", .align = "15m", .offset = "-5m"},
       1'000'000'800,
       1'000'099'400,
       1'000'098'900},
      {{.start = "1 week", .offset = "-1 hour"}, 1'000'604'800, kEnd, 1'000'604'800},
      {{.start = "1 week", .offset = "1 hour"}, 1'000'604'800, kEnd, kEnd},
  };
  for (const Example& e : examples) {
    const auto window = ParseTimeWindow(e.spec, Bounds(), IntervalRules::kPcp);
    ASSERT_TRUE(window);
    EXPECT_EQ(window->start.sec, e.start);
    EXPECT_EQ(window->end->sec, e.end);
    EXPECT_EQ(window->origin.sec, e.origin);
    EXPECT_FALSE(window->warning);
  }
}

TEST(TimeWindowTest, AnAlignmentOutsideTheLogIsLeftOutWithAWarning) {
  const auto window =
      ParseTimeWindow({.align = "10day", .offset = "5"}, Bounds(), IntervalRules::kPcp);
  ASSERT_TRUE(window);
  EXPECT_EQ(window->start, At(kStart));
  EXPECT_EQ(window->origin, At(kStart + 5));
  EXPECT_EQ(window->warning, "10day\n^ -- alignment specified by -A switch could not be applied\n");
  const auto zero = ParseTimeWindow({.align = "0"}, Bounds(), IntervalRules::kPcp);
  ASSERT_FALSE(zero);
  EXPECT_EQ(zero.error().what, "0\n^ -- alignment specified by -A switch could not be applied\n");
}

TEST(TimeWindowTest, OnlyTheUnnormalisedFormHasFullSeconds) {
  TimeWindowBounds bounds = Bounds();
  bounds.log_start.nsec = 500'000'000;
  EXPECT_EQ(ParseTimeWindowUnnormalised({.start = "0.5"}, bounds, IntervalRules::kPcp)->start,
            At(kStart, 1'000'000'000));
  EXPECT_EQ(ParseTimeWindow({.start = "0.5"}, bounds, IntervalRules::kPcp)->start, At(kStart + 1));
}

TEST(PlainTimeTest, IsoDatesWithAZoneAreExact) {
  for (const char* text :
       {"2001-09-09T02:00:00Z", "2001-09-09t02:00:00z", "2001-09-09 02:00:00Z", "2001-09-09T02:00Z",
        "2001-09-09T04:00:00+02:00", "2001-09-09T04:00:00+0200", "2001-09-09T04:00:00 +02",
        "2001-09-08T20:30:00-05:30", "@2001-09-09T02:00:00Z", "  2001-09-09T02:00:00Z  "})
    EXPECT_EQ(PlainTime(text, "AEST-10"), At(1'000'000'800)) << text;
  EXPECT_EQ(PlainTime("2001-09-09T02:00:00.123456789Z"), At(1'000'000'800, 123'456'789));
  EXPECT_EQ(PlainTime("2001-09-09T02:00:00.1234567899Z"), At(1'000'000'800, 123'456'789));
  EXPECT_EQ(PlainTime("2001-09-09T02:00:00,5Z"), At(1'000'000'800, 500'000'000));
}

TEST(PlainTimeTest, IsoDatesWithoutAZoneAreLocal) {
  EXPECT_EQ(PlainTime("2001-09-09T12:00:00.5", "AEST-10"), At(1'000'000'800, 500'000'000));
  EXPECT_EQ(PlainTime("2001-09-09 12:00", "AEST-10"), At(1'000'000'800));
}

TEST(PlainTimeTest, SecondsSinceTheEpochHaveNineDigits) {
  EXPECT_EQ(PlainTime("@1000000800"), At(1'000'000'800));
  EXPECT_EQ(PlainTime("@1000000800.5"), At(1'000'000'800, 500'000'000));
  EXPECT_EQ(PlainTime("@20010910"), At(1'000'080'000)) << "a date";
  EXPECT_EQ(PlainTime("@2002"), At(1'009'843'200)) << "a year";
}

TEST(PlainTimeTest, ATimeOfDayMayHaveAFraction) {
  EXPECT_EQ(PlainTime("02:00:00.5"), At(1'000'000'800, 500'000'000));
  EXPECT_EQ(PlainTime("@02:00:00.5"), At(1'000'000'800, 500'000'000));
}

TEST(PlainTimeTest, HowLongAgo) {
  EXPECT_EQ(PlainTime("3m ago"), At(kEnd - 180));
  EXPECT_EQ(PlainTime("1.5 hours ago"), At(kEnd - 5400));
  EXPECT_EQ(PlainTime("100ms ago"), At(kEnd - 1, 900'000'000));
  EXPECT_EQ(PlainTime("3 minutes ago"), At(kEnd - 180));
  EXPECT_EQ(PlainTime("last 3 minutes"), At(kEnd - 180));
  EXPECT_EQ(PlainTime("Last 90s"), At(kEnd - 90));
  EXPECT_EQ(PlainTime("last minute"), At(kEnd - 60)) << "as PCP";
}

TEST(PlainTimeTest, NoonAndMidnightAreClocks) {
  EXPECT_EQ(PlainTime("midnight"), PlainTime("00:00"));
  EXPECT_EQ(PlainTime("NOON"), PlainTime("12:00"));
  EXPECT_EQ(PlainTime("@noon"), PlainTime("@12:00"));
  EXPECT_EQ(PlainTime("yesterday noon"), At(kMidnight - 86400 + 12 * 3600));
  EXPECT_EQ(PlainTime("2001-09-09 noon"), PlainTime("2001-09-09 12:00"));
  EXPECT_FALSE(ParseTimeWindow({.start = "noon"}, Bounds(), IntervalRules::kPcp));
  const auto wrong = ParseTimeWindow({.start = "noon foo"}, Bounds(), IntervalRules::kPlain);
  ASSERT_FALSE(wrong);
  EXPECT_TRUE(wrong.error().what.starts_with("noon foo\n")) << wrong.error().what;
}

TEST(PlainTimeTest, OrdinaryFormsStay) {
  EXPECT_EQ(PlainTime("100ms"), At(kStart, 100'000'000));
  EXPECT_EQ(PlainTime("@02:00"), At(1'000'000'800));
  EXPECT_EQ(PlainTime("02:00"), At(1'000'000'800)) << "not today";
  EXPECT_EQ(PlainTime("yesterday 14:00"), At(kMidnight - 86400 + 14 * 3600));
  EXPECT_EQ(PlainTime("-10m"), At(kEnd - 600));
}

TEST(PlainTimeTest, WhatIsNearlyIsoIsRefused) {
  for (const char* text : {"2001-09-31T02:00:00Z",
                           "2001-13-01T02:00:00Z",
                           "2001-09-09T24:00:00Z",
                           "2001-09-09T02:60:00Z",
                           "2001-09-09T02:00:61Z",
                           "2001-09-09T02:00:00.Z",
                           "2001-09-09T02:00:00Zz",
                           "2001-09-09T02:00:00+24:00",
                           "2001-09-09T02:00:00+02:60",
                           "2001-09-09T02:00:00+2:00",
                           "2001-09-09T2:00:00Z",
                           "@1000000800.5x",
                           "@1000000000000000",
                           "5x ago",
                           "ago",
                           "3mago",
                           "last",
                           "last x",
                           "last5m",
                           "afternoon"})
    EXPECT_FALSE(ParseTimeWindow({.start = text}, Bounds(), IntervalRules::kPlain)) << text;
}

}  // namespace
}  // namespace fdr
