// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/text/bars.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace fdr::tools {
namespace {

using Heights = std::vector<std::optional<double>>;
constexpr double kMost = std::numeric_limits<double>::max();

TEST(BarsTest, EachHeightHasItsCharacter) {
  const Heights heights = {0, 1, std::nullopt, 0.5, 2, -1};
  EXPECT_EQ(Bars(heights, true), "\u2581\u2588 \u2585\u2588\u2581");
  EXPECT_EQ(Bars(heights, false), "_# =#_");
}

TEST(SparklineTest, BarsBeginAtZeroUnlessTheValuesAreFarFromIt) {
  EXPECT_EQ(Sparkline(Heights{10, 20}, false), "=#");
  EXPECT_EQ(Sparkline(Heights{1000, 1010, 1020}, false), "_=#");
  EXPECT_EQ(Sparkline(Heights{-1, 1}, false), "_#");
}

TEST(SparklineTest, EqualValuesAreFlat) {
  EXPECT_EQ(Sparkline(Heights{7, 7.0000001, 7}, false), "___");
  EXPECT_EQ(Sparkline(Heights{0, std::nullopt, 0}, false), "_ _");
  EXPECT_EQ(Sparkline(Heights{std::nullopt}, false), " ");
}

TEST(SparklineTest, TheLargestNumbersDoNotOverflow) {
  EXPECT_EQ(Sparkline(Heights{-kMost, 0, kMost}, false), "_=#");
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(Sparkline(Heights{kInfinite, 0, 1}, false), " _#");
}

}  // namespace
}  // namespace fdr::tools
