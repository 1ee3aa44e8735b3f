// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/time/stamp_format.h"

#include <gtest/gtest.h>

#include <string>

namespace fdr {
namespace {

// Checks that the function writes no more than kLongestStamp characters.
template <class Function>
std::string Written(Function format) {
  char text[kLongestStamp + 1];
  text[kLongestStamp] = '!';
  char* const end = format(text);
  EXPECT_LE(end, text + kLongestStamp);
  EXPECT_EQ(text[kLongestStamp], '!');
  return {text, end};
}

class Formatted {
 public:
  explicit Formatted(const char* tz) : formatter_(Zone::FromTz(tz)) {}
  std::string Time(Timestamp t, Fraction f) {
    return Written([&](char* out) { return formatter_.Time(t, f, out); });
  }
  std::string Dated(Timestamp t, Fraction f) {
    return Written([&](char* out) { return formatter_.Dated(t, f, out); });
  }
  std::string Rfc3339(Timestamp t, Fraction f) {
    return Written([&](char* out) { return formatter_.Rfc3339(t, f, out); });
  }

 private:
  StampFormatter formatter_;
};

constexpr Timestamp kStamp{1'648'932'655, 401'624'349};  // of the dumper's label, in AEST-10

TEST(StampFormatTest, ShowsTheTimeOfDay) {
  Formatted aest("AEST-10");
  EXPECT_EQ(aest.Time(kStamp, Fraction::kNone), "06:50:55");
  EXPECT_EQ(aest.Time(kStamp, Fraction::kMicros), "06:50:55.401624");
  EXPECT_EQ(aest.Time(kStamp, Fraction::kNanos), "06:50:55.401624349");
  EXPECT_EQ(aest.Time({kStamp.sec + 1, 7}, Fraction::kNanos), "06:50:56.000000007");
  EXPECT_EQ(aest.Time({kStamp.sec, 7'000}, Fraction::kMicros), "06:50:55.000007");
}

TEST(StampFormatTest, DatesLookLikeCtimes) {
  Formatted aest("AEST-10");
  EXPECT_EQ(aest.Dated(kStamp, Fraction::kNanos), "Sun Apr  3 06:50:55.401624349 2022");
  EXPECT_EQ(aest.Dated(kStamp, Fraction::kNone), "Sun Apr  3 06:50:55 2022");
  EXPECT_EQ(aest.Dated({kStamp.sec + 86400 * 20, 0}, Fraction::kMicros),
            "Sat Apr 23 06:50:55.000000 2022");
}

TEST(StampFormatTest, Rfc3339HasTheOffset) {
  EXPECT_EQ(Formatted("AEST-10").Rfc3339(kStamp, Fraction::kNanos),
            "2022-04-03T06:50:55.401624349+10:00");
  EXPECT_EQ(Formatted("UTC0").Rfc3339(kStamp, Fraction::kNanos), "2022-04-02T20:50:55.401624349Z");
  EXPECT_EQ(Formatted("NST3:30").Rfc3339(kStamp, Fraction::kNone), "2022-04-02T17:20:55-03:30");
}

TEST(StampFormatTest, ChangesOfTheClockAreSeen) {
  Formatted berlin("CET-1CEST,M3.5.0,M10.5.0/3");
  EXPECT_EQ(berlin.Rfc3339({985'481'999, 0}, Fraction::kNone), "2001-03-25T01:59:59+01:00");
  EXPECT_EQ(berlin.Rfc3339({985'482'000, 0}, Fraction::kNone), "2001-03-25T03:00:00+02:00");
  EXPECT_EQ(berlin.Rfc3339({985'481'999, 0}, Fraction::kNone), "2001-03-25T01:59:59+01:00");
}

TEST(StampFormatTest, TheSameDayOfAnotherMonthOrYearIsAnotherDate) {
  Formatted utc("UTC0");
  EXPECT_EQ(utc.Rfc3339({0, 0}, Fraction::kNone), "1970-01-01T00:00:00Z");
  EXPECT_EQ(utc.Rfc3339({31 * 86400, 0}, Fraction::kNone), "1970-02-01T00:00:00Z");
  EXPECT_EQ(utc.Rfc3339({(365 + 31) * 86400, 0}, Fraction::kNone), "1971-02-01T00:00:00Z");
}

TEST(StampFormatTest, LongYearsAreCutWhereCtimesAre) {
  Formatted utc("UTC0");
  EXPECT_EQ(utc.Dated({300'000'000'000, 0}, Fraction::kNone), "Tue Aug 15 05:20:00 1147");  // 11476
  EXPECT_EQ(utc.Rfc3339({300'000'000'000, 0}, Fraction::kNone), "11476-08-15T05:20:00Z");
}

TEST(StampFormatTest, NanosecondsOfDamagedStampsAreShownAsTheyAre) {
  Formatted utc("UTC0");
  EXPECT_EQ(utc.Time({0, 1'000'001'000}, Fraction::kMicros), "00:00:00.1000001");
  EXPECT_EQ(utc.Time({0, 1'000'000'001}, Fraction::kNanos), "00:00:00.1000000001");
  EXPECT_EQ(utc.Time({0, -5'000}, Fraction::kMicros), "00:00:00.-00005");
  EXPECT_EQ(utc.Time({0, INT32_MIN}, Fraction::kNanos), "00:00:00.-2147483648");
  EXPECT_EQ(utc.Rfc3339({0, 1'000'000'001}, Fraction::kNanos), "1970-01-01T00:00:01.000000001Z");
  EXPECT_EQ(utc.Rfc3339({0, -1}, Fraction::kNanos), "1969-12-31T23:59:59.999999999Z");
}

TEST(StampFormatTest, AbsurdTimesFitTheBuffer) {
  for (const char* tz : {"UTC0", "<-12>12", "Europe/Berlin"})
    for (const std::int64_t sec : {INT64_MIN, INT64_MAX}) {
      Formatted zone(tz);
      EXPECT_GE(zone.Dated({sec, INT32_MIN}, Fraction::kNanos).size(), 34u);
      EXPECT_GE(zone.Rfc3339({sec, INT32_MAX}, Fraction::kNanos).size(), 30u);
    }
}

}  // namespace
}  // namespace fdr
