// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/statistics/change.h"

#include <gtest/gtest.h>

#include <bit>
#include <utility>
#include <vector>

namespace fdr::test {
namespace {

constexpr StatisticsWindow kHundredSeconds{{1000, 0}, {1100, 0}};
constexpr ChangeRules kState{.little = 0, .is_amount = false};
constexpr ChangeRules kAmount{.little = 1, .is_amount = true};

double ChangeOfValues(const std::vector<std::pair<std::int64_t, double>>& values,
                      const ChangeRules& rules) {
  SeriesStatistics series({.type = Type::kDouble, .semantics = Semantics::kInstant},
                          kHundredSeconds);
  for (const auto& [at, value] : values)
    series.Take({{1000 + at, 0}, static_cast<double>(at)}, std::bit_cast<std::uint64_t>(value),
                true);
  series.Finish({kHundredSeconds.end, 100});
  return ChangeOf(series, kHundredSeconds, rules);
}

// A value holds half-way to its neighbours.
TEST(ChangeTest, AConstantDoesNotChange) {
  EXPECT_EQ(ChangeOfValues({{0, 7}, {100, 7}}, kState), 0);
  EXPECT_EQ(ChangeOfValues({{0, 0}, {100, 0}}, kState), 0);
  EXPECT_EQ(ChangeOfValues({{0, 7}, {100, 7}}, kAmount), 0);
}

TEST(ChangeTest, CountsDoublings) {
  // Half of the time at log2(1 + 1), half at log2(1 + 7): each is one doubling from the middle.
  EXPECT_NEAR(ChangeOfValues({{0, 1}, {100, 7}}, kAmount), 1, 1e-9);
  // A part of the largest value is little, too.
  EXPECT_NEAR(ChangeOfValues({{0, 1000}, {100, 8000}}, kAmount), 1.43, 0.01);
}

TEST(ChangeTest, WhatIsLittleHardlyChanges) {
  EXPECT_LT(ChangeOfValues({{0, 0}, {100, 0.1}}, kAmount), 0.1);
  EXPECT_GT(ChangeOfValues({{0, 0}, {100, 0.1}}, kState), 2);
}

TEST(ChangeTest, UnitsDoNotMatter) {
  EXPECT_DOUBLE_EQ(ChangeOfValues({{0, 1}, {100, 3}}, kState),
                   ChangeOfValues({{0, 1024}, {100, 3072}}, kState));
}

TEST(ChangeTest, ValuesOfBothSignsLieOnALinearScale) {
  EXPECT_NEAR(ChangeOfValues({{0, -8}, {100, 8}}, kState), 1, 1e-9);
}

TEST(ChangeTest, AShortPeakChangesLessThanALongOne) {
  EXPECT_LT(ChangeOfValues({{0, 1}, {49, 1}, {50, 9}, {51, 1}, {100, 1}}, kAmount),
            ChangeOfValues({{0, 1}, {100, 9}}, kAmount));
}

TEST(ChangeTest, AnAmountThatIsNotThereIsNothing) {
  // Ten seconds of 63, six doublings above nothing: 2 * 0.1 * 0.9 * 6.
  EXPECT_NEAR(ChangeOfValues({{90, 63}, {100, 63}}, kAmount), 1.08, 1e-9);
}

TEST(ChangeTest, AStateOfAShortTimeCountsLess) {
  EXPECT_NEAR(ChangeOfValues({{90, 0}, {100, 8}}, kState),
              0.1 * ChangeOfValues({{0, 0}, {100, 8}}, kState), 1e-9);
}

}  // namespace
}  // namespace fdr::test
