// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The end of a run, by clocks that the test sets.

#include "fdr/tools/run/run_end.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/error_of.h"
#include "fdr/tools/run/time_text.h"

namespace fdr::tools {
namespace {

constexpr std::int64_t kOneSecond = kNanosPerSecond;
constexpr Timestamp kNow{1'766'000'000, 5};  // 19:33:20 UTC

RunEnd EndOf(const std::string& text) {
  const Result<RunEnd> end = ParseEnd(text, Zone(), kNow);
  EXPECT_EQ(test::ErrorOf(end), "") << text;
  return end.value_or(RunEnd());
}

TEST(RunEndTest, WithoutAnyItNeverEnds) {
  const Result<RunEnd> end = ParseEnd(std::nullopt, Zone(), kNow);
  ASSERT_TRUE(end);
  EXPECT_FALSE(end->IsReached({kNow.sec * 2, 0}, kOneSecond * kOneSecond));
}

TEST(RunEndTest, AnIntervalIsALengthHoweverTheClockIsSet) {
  for (const char* text : {"2s", "+2s", "2", "2 seconds", "2000ms"}) {
    const RunEnd end = EndOf(text);
    EXPECT_FALSE(end.at) << text;
    for (const std::int64_t set : {0, -10, 10, -1'000'000, 1'000'000}) {
      EXPECT_FALSE(end.IsReached({kNow.sec + set, 0}, 2 * kOneSecond - 1)) << text;
      EXPECT_TRUE(end.IsReached({kNow.sec + set, 0}, 2 * kOneSecond)) << text;
    }
  }
}

TEST(RunEndTest, ATimeIsWhatTheClockShowsHoweverLongThatTakes) {
  for (const char* text : {"@20:00", "@1766001600", "2025-12-17T20:00:00Z"}) {
    const RunEnd end = EndOf(text);
    EXPECT_FALSE(end.after) << text;
    EXPECT_EQ(end.at, (Timestamp{1'766'001'600, 0})) << text;
    EXPECT_FALSE(end.IsReached({1'766'001'599, 0}, 1'000'000 * kOneSecond)) << text;
    EXPECT_TRUE(end.IsReached({1'766'001'601, 0}, 0)) << text;
  }
}

TEST(RunEndTest, WhateverComesFirstEndsIt) {
  const RunEnd end{.at = kNow, .after = kOneSecond};
  EXPECT_FALSE(end.IsReached(kNow, 0));
  EXPECT_TRUE(end.IsReached(kNow.Plus(1), 0));
  EXPECT_TRUE(end.IsReached(kNow.Plus(-kOneSecond), kOneSecond));
}

TEST(RunEndTest, WhatIsNeitherIsRefused) {
  EXPECT_FALSE(ParseEnd("soon", Zone(), kNow));
  EXPECT_FALSE(ParseEnd("0s", Zone(), kNow)) << "which has passed";
  EXPECT_FALSE(ParseEnd("5x", Zone(), kNow)) << "five o'clock, in a zone of soldiers";
  EXPECT_GT(EndOf("1000000 weeks").at, kNow);
}

}  // namespace
}  // namespace fdr::tools
