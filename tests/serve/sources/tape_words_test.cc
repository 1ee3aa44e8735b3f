// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/catalog/tape_words.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/error_of.h"

namespace fdr {
namespace {

TEST(TapeWordsTest, AllAttributesAreTaken) {
  const Result<TapeWish> wish =
      ParseTapeWish("start=2024-01-31T03:50:00Z&rate=-2.5&&at-end=loop&stamps=recorded&tape=me");
  ASSERT_TRUE(wish) << wish.error().what;
  EXPECT_EQ(wish->start, "2024-01-31T03:50:00Z");
  EXPECT_EQ(wish->rate, -2.5);
  EXPECT_TRUE(wish->loops);
  EXPECT_TRUE(wish->recorded_stamps);
}

TEST(TapeWordsTest, ByDefaultTheEndIsFollowed) {
  const Result<TapeWish> wish = ParseTapeWish("at-end=hold&stamps=now");
  ASSERT_TRUE(wish);
  EXPECT_FALSE(wish->start);
  EXPECT_EQ(wish->rate, 1);
  EXPECT_FALSE(wish->loops || wish->recorded_stamps);
}

TEST(TapeWordsTest, WrongWordsAreExplained) {
  const std::string rate =
      "rate: expected a number from 0.001 to 1000000, or such a negative number";
  for (const char* text : {"rate=0", "rate=", "rate=x", "rate=1x", "rate=1e7", "rate=nan"})
    EXPECT_EQ(test::ErrorOf(ParseTapeWish(text)), rate) << text;
  EXPECT_EQ(test::ErrorOf(ParseTapeWish("at-end=end")), "at-end: expected hold or loop");
  EXPECT_EQ(test::ErrorOf(ParseTapeWish("stamps")), "stamps: expected now or recorded");
  EXPECT_EQ(test::ErrorOf(ParseTapeWish("speed=2")), "an archive has no attribute \"speed\"");
}

}  // namespace
}  // namespace fdr
