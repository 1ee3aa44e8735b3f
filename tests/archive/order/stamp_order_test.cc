// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/order/stamp_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace fdr {
namespace {

using Places = std::vector<std::size_t>;

std::vector<Timestamp> At(const std::vector<int>& seconds) {
  std::vector<Timestamp> stamps;
  stamps.reserve(seconds.size());
  for (const int s : seconds) stamps.push_back({s, 0});
  return stamps;
}
Places Wrong(const std::vector<int>& seconds) { return FindStampFaults(At(seconds)).wrong; }
Places Restarts(const std::vector<int>& seconds) { return FindStampFaults(At(seconds)).restarts; }

TEST(StampOrderTest, NothingIsTheMatterWithStampsThatDoNotDescend) {
  for (const std::vector<int>& seconds : {std::vector<int>{}, {5}, {1, 1, 2, 2, 9}}) {
    EXPECT_EQ(Wrong(seconds), Places());
    EXPECT_EQ(Restarts(seconds), Places());
  }
}

TEST(StampOrderTest, ASingleRecordThatContradictsTheOthersIsWrong) {
  EXPECT_EQ(Wrong({10, 20, 99, 30, 40}), Places{2});
  EXPECT_EQ(Wrong({10, 20, 5, 30, 40}), Places{2});
  EXPECT_EQ(Wrong({999, 10, 20, 30}), Places{0});
  EXPECT_EQ(Wrong({10, 20, 30, 1}), Places{3});
  EXPECT_EQ(Wrong({10, 20, 99, 30}), Places{2});
  EXPECT_EQ(Wrong({10, 20, 99, 30, 40, 40, 5, 50}), (Places{2, 6}));
  EXPECT_EQ(Wrong({10, 20, 99, 98, 30, 40}), (Places{2, 3}));
  EXPECT_EQ(Restarts({10, 20, 99, 30, 40, 40, 5, 50}), Places());
}

TEST(StampOrderTest, TwoRecordsInOrderBehindAStepBackAreAStretch) {
  EXPECT_EQ(Restarts({10, 20, 30, 40, 12, 22, 32, 42}), Places{4});
  EXPECT_EQ(Restarts({30, 40, 10, 20, 50, 60}), Places{2});
  EXPECT_EQ(Restarts({50, 60, 30, 40, 10, 20}), (Places{2, 4}));
  EXPECT_EQ(Restarts({10, 20, 99, 100, 30, 40}), Places{4});
  for (const std::vector<int>& seconds :
       {std::vector<int>{10, 20, 30, 40, 12, 22, 32, 42}, {50, 60, 30, 40, 10, 20}})
    EXPECT_EQ(Wrong(seconds), Places());
}

TEST(StampOrderTest, OfTwoRecordsEitherOfWhichCouldBeWrongNeitherIs) {
  EXPECT_EQ(Restarts({10, 20, 15, 25}), Places{2});
  EXPECT_EQ(Wrong({10, 20, 15, 25}), Places());
}

TEST(StampOrderTest, ARecordThatWouldBeAStretchAloneIsWrong) {
  EXPECT_EQ(Wrong({30, 40, 20, 10, 15}), Places{2});
  EXPECT_EQ(Restarts({30, 40, 20, 10, 15}), Places{3});
}

// Leaves out the wrong records.  Then a stretch restarts exactly where a stamp goes back.  Sorted
// stamps have no wrong records.
TEST(StampOrderTest, WhatIsNotWrongFallsIntoStretches) {
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    std::vector<Timestamp> stamps(random() % 12);
    for (Timestamp& stamp : stamps) stamp = {static_cast<std::int64_t>(random() % 8), 0};
    const StampFaults faults = FindStampFaults(stamps);
    EXPECT_TRUE(std::ranges::is_sorted(faults.wrong));
    std::optional<Timestamp> last;
    std::size_t length = 0;
    for (std::size_t i = 0; i < stamps.size(); ++i) {
      if (std::ranges::binary_search(faults.wrong, i)) continue;
      const bool restarts = std::ranges::binary_search(faults.restarts, i);
      if (last) {
        EXPECT_EQ(restarts, stamps[i] < *last) << i;
      }
      length = restarts ? 1 : length + 1;
      last = stamps[i];
    }
    if (std::ranges::is_sorted(stamps)) {
      EXPECT_TRUE(faults.wrong.empty());
    }
  }
}

TEST(StampOrderTest, GoesOnBehindAnotherRow) {
  const auto none = []() -> std::optional<Timestamp> { return std::nullopt; };
  StampOrder first, second;
  for (const int s : {10, 20}) first.Judge({s, 0}, none);
  second.Judge({30, 0}, none);
  first.Append(second);
  EXPECT_EQ(first.last(), (Timestamp{30, 0}));
  EXPECT_EQ(first.Judge({25, 0}, none), StampOrder::Verdict::kLastWrong);
  first.Append(StampOrder());
  EXPECT_EQ(first.last(), (Timestamp{25, 0}));
}

}  // namespace
}  // namespace fdr
