// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/time_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace fdr {
namespace {

using Places = std::vector<std::size_t>;

Places OutOfOrder(const std::vector<int>& seconds) {
  std::vector<Timestamp> stamps;
  stamps.reserve(seconds.size());
  for (const int s : seconds) stamps.push_back({s, 0});
  return StampsOutOfOrder(stamps);
}

TEST(TimeOrderTest, NothingIsWrongWithStampsThatDoNotDescend) {
  EXPECT_EQ(OutOfOrder({}), Places{});
  EXPECT_EQ(OutOfOrder({5}), Places{});
  EXPECT_EQ(OutOfOrder({1, 1, 2, 2, 9}), Places{});
}

TEST(TimeOrderTest, AWildStampCostsOneRecordWhicheverWayItIsOff) {
  EXPECT_EQ(OutOfOrder({10, 20, 999, 30, 40}), Places{2});
  EXPECT_EQ(OutOfOrder({10, 20, 1, 30, 40}), Places{2});
  EXPECT_EQ(OutOfOrder({999, 10, 20, 30}), Places{0});
  EXPECT_EQ(OutOfOrder({10, 20, 30, 1}), Places{3});
  EXPECT_EQ(OutOfOrder({10, 20, 99, 30, 40, 40, 5, 50}), (Places{2, 6}));
}

TEST(TimeOrderTest, AClockSetBackCostsTheShorterSide) {
  EXPECT_EQ(OutOfOrder({10, 20, 30, 40, 50, 25, 35}), (Places{5, 6}));
  EXPECT_EQ(OutOfOrder({10, 20, 30, 5, 6, 7, 8, 9}), (Places{0, 1, 2}));
}

// By trying all subsets.
std::size_t LongestByForce(const std::vector<Timestamp>& stamps) {
  std::size_t longest = 0;
  for (unsigned subset = 0; subset < 1u << stamps.size(); ++subset) {
    std::vector<Timestamp> chosen;
    for (std::size_t i = 0; i < stamps.size(); ++i)
      if ((subset >> i & 1) != 0) chosen.push_back(stamps[i]);
    if (std::is_sorted(chosen.begin(), chosen.end())) longest = std::max(longest, chosen.size());
  }
  return longest;
}

TEST(TimeOrderTest, AsFewAsPossibleAreDroppedAndTheRestIsInOrder) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    std::vector<Timestamp> stamps(random() % 10);
    for (Timestamp& stamp : stamps) stamp = {static_cast<std::int64_t>(random() % 8), 0};
    const Places dropped = StampsOutOfOrder(stamps);
    std::vector<Timestamp> kept;
    for (std::size_t i = 0; i < stamps.size(); ++i)
      if (!std::binary_search(dropped.begin(), dropped.end(), i)) kept.push_back(stamps[i]);
    EXPECT_TRUE(std::is_sorted(dropped.begin(), dropped.end()));
    EXPECT_TRUE(std::is_sorted(kept.begin(), kept.end()));
    EXPECT_EQ(kept.size(), LongestByForce(stamps));
  }
}

}  // namespace
}  // namespace fdr
