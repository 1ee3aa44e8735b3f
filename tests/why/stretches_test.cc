// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/why/stretches.h"

#include <gtest/gtest.h>

#include <random>

namespace fdr::why {
namespace {

std::string Text(const std::vector<Stretch>& stretches) {
  std::string text;
  for (const Stretch& stretch : stretches)
    text += std::to_string(stretch.cells.first) + '-' + std::to_string(stretch.cells.end) + ' ';
  return text;
}

TEST(Stretches, ADipIsPartOfTheStretch) {
  EXPECT_EQ(Text(FindStretches({-1, 1, 1, -0.5F, 1, 1, -1})), "1-6 ");
}

TEST(Stretches, ALongPauseSeparates) {
  EXPECT_EQ(Text(FindStretches({1, 1, -1, -1, -1, 1, 1})), "0-2 5-7 ");
}

TEST(Stretches, WhatIsUnknownEndsAStretch) {
  EXPECT_EQ(Text(FindStretches({1, 1, kUnknown, 1, 1})), "0-2 3-5 ");
}

TEST(Stretches, NothingUnusualIsNoStretch) {
  EXPECT_EQ(Text(FindStretches({-1, -1, -0.1F})), "");
  EXPECT_EQ(Text(FindStretches({})), "");
}

double SumOf(const Line& line, std::size_t first, std::size_t end) {
  double sum = 0;
  for (std::size_t i = first; i < end; ++i) sum += static_cast<double>(line[i]);
  return sum;
}

// The definition: no stretch has a larger sum, and the first one that has it is among those found.
TEST(Stretches, TheLargestSumIsFound) {
  std::mt19937 random(7);
  std::uniform_int_distribution<int> value(-4, 4);
  for (int round = 0; round < 300; ++round) {
    Line line(12);
    for (float& one : line) one = static_cast<float>(value(random)) / 4;
    double largest = 0;
    for (std::size_t i = 0; i < line.size(); ++i)
      for (std::size_t j = i + 1; j <= line.size(); ++j)
        largest = std::max(largest, SumOf(line, i, j));
    double found = 0;
    std::size_t end = 0;
    for (const Stretch& stretch : FindStretches(line)) {
      EXPECT_GE(stretch.cells.first, end);
      end = stretch.cells.end;
      EXPECT_DOUBLE_EQ(stretch.excess, SumOf(line, stretch.cells.first, stretch.cells.end));
      found = std::max(found, stretch.excess);
    }
    EXPECT_DOUBLE_EQ(found, largest);
  }
}

// Each cell begins a lower candidate than all before it: the time must not grow with their square.
TEST(Stretches, ManyCandidatesTakeLittleTime) {
  Line line;
  for (int i = 0; i < 400'000; ++i) line.push_back(i == 0 ? 1 : i % 2 == 1 ? -1e-6F : 9e-7F);
  EXPECT_GE(FindStretches(line).size(), 100'000U);
}

}  // namespace
}  // namespace fdr::why
