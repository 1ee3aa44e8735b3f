// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/time/posix_tz.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

constexpr std::int64_t kWinter = 979'000'000;    // 2001-01-09
constexpr std::int64_t kSummer = 1'000'000'000;  // 2001-09-09

TEST(PosixTzTest, OffsetsCountWestward) {
  EXPECT_EQ(PosixTz::Parse("AEST-10").standard().utc_offset, 36000);
  EXPECT_EQ(PosixTz::Parse("IST-5:30").standard().utc_offset, 19800);
  EXPECT_EQ(PosixTz::Parse("XXX+1:02:03").standard().utc_offset, -3723);
  EXPECT_EQ(PosixTz::Parse("EST5").standard().abbreviation, "EST");
}

TEST(PosixTzTest, NamesInAngleBracketsMayHoldDigitsAndSigns) {
  const PosixTz tz = PosixTz::Parse("<+03>-3");
  EXPECT_TRUE(tz.understood());
  EXPECT_EQ(tz.standard().abbreviation, "+03");
  EXPECT_EQ(tz.standard().utc_offset, 10800);
  for (const char* bad : {"<+0>1", "<+03-3", "<+ 3>1", "<>1"}) {
    EXPECT_FALSE(PosixTz::Parse(bad).understood()) << bad;
    EXPECT_EQ(PosixTz::Parse(bad).standard().utc_offset, 0) << bad;
  }
}

TEST(PosixTzTest, LargeOffsetsAreCutAsTheCLibraryDoes) {
  EXPECT_EQ(PosixTz::Parse("EST100:70:70").standard().utc_offset, -(24 * 3600 + 59 * 60 + 59));
  EXPECT_EQ(PosixTz::Parse("EST65537").standard().utc_offset, -3600);
  EXPECT_EQ(PosixTz::Parse("EST99999999999999999999999").standard().utc_offset, -24 * 3600);
}

TEST(PosixTzTest, RulesOfAllKindsAreApplied) {
  for (const char* text :
       {"CET-1CEST,M3.5.0,M10.5.0/3", "CET-1CEST,J84/2,J301/3", "CET-1CEST,83,300/3",
        "CET-1CEST,M3.4.6/26,M10.4.6/27", "CET-1CEST,M3.5.1/-22,M10.5.1/-21"}) {
    const PosixTz tz = PosixTz::Parse(text);
    EXPECT_TRUE(tz.understood()) << text;
    EXPECT_FALSE(tz.lacks_rule()) << text;
    const LocalTimeSpan summer = tz.SpanAt(kSummer);
    EXPECT_TRUE(summer.type->is_dst) << text;
    EXPECT_EQ(summer.type->abbreviation, "CEST") << text;
    EXPECT_EQ(summer.from, 985'482'000) << text;
    EXPECT_EQ(summer.until, 1'004'230'800) << text;
    EXPECT_FALSE(tz.SpanAt(kWinter).type->is_dst) << text;
  }
}

TEST(PosixTzTest, SummerMayLastOverTheNewYear) {
  const PosixTz tz = PosixTz::Parse("AEST-10AEDT,M10.1.0,M4.1.0/3");
  EXPECT_TRUE(tz.SpanAt(kWinter).type->is_dst);
  EXPECT_FALSE(tz.SpanAt(kSummer).type->is_dst);
}

TEST(PosixTzTest, DaylightTimeIsAnHourAheadUnlessItSaysOtherwise) {
  EXPECT_EQ(PosixTz::Parse("EST5EDT").daylight().utc_offset, -4 * 3600);
  EXPECT_EQ(PosixTz::Parse("LHST-10:30LHDT-11").daylight().utc_offset, 11 * 3600);
}

TEST(PosixTzTest, AMissingRuleIsThatOfTheUnitedStates) {
  const PosixTz tz = PosixTz::Parse("EST5EDT");
  EXPECT_TRUE(tz.lacks_rule());
  EXPECT_TRUE(PosixTz::Parse("EST5EDT,").lacks_rule());
  EXPECT_EQ(tz.SpanAt(kSummer).from, PosixTz::Parse("EST5EDT,M3.2.0,M11.1.0").SpanAt(kSummer).from);
}

TEST(PosixTzTest, WhatIsNoZoneIsUtc) {
  for (const char* text : {"", "X", "Foo", "12", "EST 5", "Europe/Nowhere"}) {
    const PosixTz tz = PosixTz::Parse(text);
    EXPECT_FALSE(tz.understood()) << text;
    EXPECT_EQ(tz.SpanAt(kSummer).type->utc_offset, 0) << text;
    EXPECT_FALSE(tz.SpanAt(kSummer).type->is_dst) << text;
  }
}

TEST(PosixTzTest, BrokenRulesAreNotUnderstood) {
  for (const char* text :
       {"EST5ED", "EST5 EDT", "EST5EDT,M3", "EST5EDT,M13.1.0,M11.1.0", "EST5EDT,M3.6.0,M11.1.0",
        "EST5EDT,M3.2.7,M11.1.0", "EST5EDT,J0,J3", "EST5EDT,366,1", "EST5EDT,J,J3", "EST5EDT,x",
        "EST5EDT,M3.2.0/", "EST5EDT,M3.2.0,M11.1.0x"}) {
    EXPECT_FALSE(PosixTz::Parse(text).understood()) << text;
    PosixTz::Parse(text).SpanAt(kSummer);
  }
}

}  // namespace
}  // namespace fdr
