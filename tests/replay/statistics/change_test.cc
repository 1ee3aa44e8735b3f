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

double ChangeOfValues(const std::vector<std::pair<std::int64_t, double>>& values) {
  SeriesStatistics series({.type = Type::kDouble, .semantics = Semantics::kDiscrete},
                          kHundredSeconds);
  for (const auto& [at, value] : values)
    series.Take({{1000 + at, 0}, static_cast<double>(at)}, std::bit_cast<std::uint64_t>(value),
                true);
  series.Finish({kHundredSeconds.end, 100});
  return ChangeOf(series, kHundredSeconds);
}

// A value holds half-way to its neighbours.
TEST(ChangeTest, AConstantDoesNotChange) {
  EXPECT_EQ(ChangeOfValues({{0, 7}, {50, 7}}), 0);
  EXPECT_EQ(ChangeOfValues({{0, 0}, {50, 0}}), 0);
  EXPECT_EQ(ChangeOfValues({{0, 7}}), 0);
}

TEST(ChangeTest, HalfOfTheTimeAtZeroIsOneHalf) {
  EXPECT_NEAR(ChangeOfValues({{0, 0}, {100, 8}}), 0.5, 1e-9);
  EXPECT_NEAR(ChangeOfValues({{0, -8}, {100, 8}}), 1, 1e-9);
}

TEST(ChangeTest, UnitsDoNotMatter) {
  EXPECT_DOUBLE_EQ(ChangeOfValues({{0, 1}, {40, 3}}), ChangeOfValues({{0, 1024}, {40, 3072}}));
}

TEST(ChangeTest, AShortPeakChangesLessThanALongOne) {
  EXPECT_LT(ChangeOfValues({{0, 1}, {49, 1}, {50, 9}, {51, 1}}), ChangeOfValues({{0, 1}, {50, 9}}));
}

TEST(ChangeTest, ASeriesOfAShortTimeCountsLess) {
  EXPECT_NEAR(ChangeOfValues({{90, 0}, {100, 8}}), 0.05, 1e-9);
}

}  // namespace
}  // namespace fdr::test
