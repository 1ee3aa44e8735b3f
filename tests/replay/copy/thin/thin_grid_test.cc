// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/thin_grid.h"

#include <gtest/gtest.h>

#include <limits>

namespace fdr {
namespace {

TEST(ThinGrid, AnIntervalHasItsEnd) {
  ThinGrid grid(10);
  grid.SetOrigin({5, 3});
  const auto end = [&](Timestamp at) { return grid.Place(at).end; };
  EXPECT_EQ(end({5, 3}), (Timestamp{5, 3}));
  EXPECT_EQ(end({5, 4}), (Timestamp{5, 13}));
  EXPECT_EQ(end({5, 13}), (Timestamp{5, 13}));
  EXPECT_EQ(end({5, 14}), (Timestamp{5, 23}));
  EXPECT_EQ(end({6, 0}), (Timestamp{6, 3}));
  EXPECT_EQ(end({4, 999'999'999}), (Timestamp{5, 3}));
  EXPECT_EQ(end({4, 999'999'993}), (Timestamp{4, 999'999'993}));
  EXPECT_EQ(end({4, 999'999'992}), (Timestamp{4, 999'999'993}));
}

TEST(GridSteps, StepsAreTheSameFromOneTimeAndOthersFromAnother) {
  ThinGrid grid(10 * kNanosPerSecond);
  grid.SetOrigin({0, 0});
  GridSteps steps;
  steps.MoveTo(grid.Place({12, 0}));
  for (int i = 0; i < 2; ++i) {
    const GridStep& across = steps.From(grid.Place({8, 0}));
    EXPECT_TRUE(across.ends_interval);
    EXPECT_EQ(across.seconds, 4);
    EXPECT_EQ(across.in_old_interval, 2);
    EXPECT_EQ(across.in_new_interval, 2);
    const GridStep& within = steps.From(grid.Place({11, 0}));
    EXPECT_FALSE(within.ends_interval);
    EXPECT_EQ(within.in_old_interval, 1);
    EXPECT_TRUE(steps.From(grid.Place({1, 0})).is_hole);
    EXPECT_TRUE(steps.From(grid.Place({12, 0})).is_one_sample);
  }
  steps.MoveTo(grid.Place({13, 0}));
  EXPECT_EQ(steps.From(grid.Place({12, 0})).seconds, 1);
}

TEST(ThinGrid, TheEndsOfTime) {
  constexpr std::int64_t kLast = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t interval : {std::int64_t{1}, kLongestThinInterval}) {
    ThinGrid grid(interval);
    grid.SetOrigin({0, 0});
    EXPECT_GE(grid.Place({kLast, 999'999'999}).end, (Timestamp{kLast, 0}));
    grid.SetOrigin({kLast, 0});
    const Timestamp end = grid.Place({0, 0}).end;
    EXPECT_GE(end, (Timestamp{0, 0}));
    EXPECT_LT(end, Timestamp().Plus(interval));
  }
}

}  // namespace
}  // namespace fdr
