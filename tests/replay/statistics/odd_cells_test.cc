// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/statistics/odd_cells.h"

#include <gtest/gtest.h>

#include <cmath>

namespace fdr::test {
namespace {

using Places = std::array<double, OddCells::kCells>;

// `height` from `first` up to `end`, with noise that is the same in every run.
Places Step(std::size_t first, std::size_t end, double height, double noise = 0) {
  Places places = {};
  for (std::size_t i = 0; i < places.size(); ++i)
    places[i] = (i >= first && i < end ? height : 0) +
                noise * std::sin(static_cast<double>(i * i) * 1.7 + height);
  return places;
}

TEST(OddCellsTest, FindsNothingWhereAllIsAlike) {
  OddCells odd;
  EXPECT_FALSE(odd.Find());
  odd.Add(0, Step(0, 0, 0));
  odd.Add(1, Step(0, OddCells::kCells, 5));
  odd.Add(2, Step(0, 0, 0, 0.5));
  EXPECT_FALSE(odd.Find());
}

TEST(OddCellsTest, FindsWhatManySeriesShare) {
  OddCells odd;
  odd.Add(0, Step(10, 13, 3, 0.3));
  odd.Add(1, Step(10, 13, 4, 0.3));
  odd.Add(2, Step(20, 21, 4, 0.3));
  const auto found = odd.Find();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->first, 10U);
  EXPECT_EQ(found->end, 13U);
}

TEST(OddCellsTest, AFallIsAsOddAsARise) {
  OddCells odd;
  odd.Add(0, Step(0, 24, 3));
  const auto found = odd.Find();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->first, 24U);
  EXPECT_EQ(found->end, OddCells::kCells);
}

TEST(OddCellsTest, AMetricCountsOnceHoweverManyInstancesItHas) {
  OddCells odd;
  for (int instance = 0; instance < 100; ++instance) odd.Add(0, Step(5, 6, 3));
  odd.Add(1, Step(15, 18, 3));
  const auto found = odd.Find();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->first, 15U);
}

TEST(OddCellsTest, OfTwoHalvesTheLaterOneIsNews) {
  OddCells odd;
  odd.Add(0, Step(16, 32, 6));
  const auto found = odd.Find();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->first, 16U);
  EXPECT_EQ(found->size(), 16U);
}

TEST(OddCellsTest, FewSamplesAreLittleEvidence) {
  const auto found = [](std::uint64_t samples) {
    OddCells odd;
    odd.Add(0, Step(20, 26, 3, 1), samples);
    return odd.Find().has_value();
  };
  EXPECT_TRUE(found(OddCells::kCells));
  EXPECT_FALSE(found(4));
  EXPECT_FALSE(found(2));
}

TEST(OddCellsTest, AStretchIsNotShorterThanAsked) {
  OddCells odd;
  odd.Add(0, Step(28, 32, 8));
  odd.Add(1, Step(3, 6, 8));
  EXPECT_LT(odd.Find()->size(), 6U);
  const auto found = odd.Find(6);
  ASSERT_TRUE(found);
  EXPECT_GE(found->size(), 6U);
  EXPECT_GE(found->first, 6U);
  EXPECT_FALSE(odd.Find(17));
}

TEST(OddCellsTest, HalfAsMuchLiesBefore) {
  OddCells odd;
  odd.Add(0, Step(0, 5, 6));
  const auto found = odd.Find();
  ASSERT_TRUE(found);
  EXPECT_GE(2 * found->first, found->size());
}

}  // namespace
}  // namespace fdr::test
