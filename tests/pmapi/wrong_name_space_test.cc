// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/pcp/pmapi/name_spaces/wrong_name_space.h"

#include <gtest/gtest.h>

#include <limits>

namespace fdr::pmapi {
namespace {

WrongNameSpace Names(const std::string& text) {
  return {.path = "names", .options = {}, .files = {{"names", text}}};
}

TEST(WrongNameSpaceTest, LinesAreCountedFromOne) {
  for (const char* text : {"a\n\nc\n", "a\n\nc"}) {
    const WrongNameSpace names = Names(text);
    EXPECT_EQ(names.LineOf("names", 1), "a");
    EXPECT_EQ(names.LineOf("names", 2), "");
    EXPECT_EQ(names.LineOf("names", 3), "c");
    EXPECT_EQ(names.LineOf("names", 0), "");
    EXPECT_EQ(names.LineOf("names", 4), "");
    EXPECT_EQ(names.LineOf("names", 5), "");
    EXPECT_EQ(names.LineOf("others", 1), "");
  }
}

TEST(WrongNameSpaceTest, ALineOfACommentHasBlanksButNotAtItsEnd) {
  const WrongNameSpace names = Names("a /* b */ c\nd /* e */\n");
  EXPECT_EQ(names.LineOf("names", 1), "a         c");
  EXPECT_EQ(names.LineOf("names", 2), "d");
}

// Files give numbers to their lines: # 4000000000 "names".  Counting to each of these would take
// hours.
TEST(WrongNameSpaceTest, ALineFarBehindTheEndIsNotLookedFor) {
  const WrongNameSpace names = Names("a\nb\n");
  constexpr std::uint32_t kLargest = std::numeric_limits<std::uint32_t>::max();
  for (std::uint32_t i = 0; i < 10'000; ++i) ASSERT_EQ(names.LineOf("names", kLargest - i), "");
}

}  // namespace
}  // namespace fdr::pmapi
