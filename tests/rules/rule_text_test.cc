// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_text.h"

#include <gtest/gtest.h>

#include <chrono>

namespace fdr::test {
namespace {

std::string PlaceIn(const std::string& text, std::size_t offset) {
  const RulePlace place = RuleText("f", text).PlaceOf(offset);
  return std::to_string(place.line) + ':' + std::to_string(place.column);
}

TEST(RuleText, AnOffsetHasALineAndAColumn) {
  EXPECT_EQ(PlaceIn("", 0), "1:1");
  EXPECT_EQ(PlaceIn("ab\ncd", 1), "1:2");
  EXPECT_EQ(PlaceIn("ab\ncd", 2), "1:3");
  EXPECT_EQ(PlaceIn("ab\ncd", 3), "2:1");
  EXPECT_EQ(PlaceIn("ab\ncd", 5), "2:3");
  EXPECT_EQ(PlaceIn("ab\n\n", 99), "3:1");
}

// To count the lines in front of each place would take minutes.
TEST(RuleText, ManyPlacesInALargeFileTakeLittleTime) {
  std::string text;
  constexpr std::size_t kLines = 500'000;
  for (std::size_t i = 0; i < kLines; ++i) text += "a\n";
  const RuleText file("f", text);
  const auto start = std::chrono::steady_clock::now();
  std::size_t sum = 0;
  for (std::size_t i = 0; i < kLines; ++i) sum += file.PlaceOf(2 * i).line;
  EXPECT_EQ(sum, kLines * (kLines + 1) / 2);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(60));
}

}  // namespace
}  // namespace fdr::test
