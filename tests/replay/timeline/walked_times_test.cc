// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/timeline/walked_times.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

constexpr Timestamp Second(std::int64_t seconds) { return {seconds, 0}; }

TEST(WalkedTimesTest, ANewWalkConnectsNothing) {
  EXPECT_FALSE(WalkedTimes().Connect(Second(5), Second(5)));
}

TEST(WalkedTimesTest, TimesOfOneWalkAreConnectedInAnyOrder) {
  WalkedTimes times;
  times.Arrive(Second(20));
  times.Arrive(Second(10));
  times.Arrive(Second(15));
  EXPECT_TRUE(times.Connect(Second(12), Second(18)));
  EXPECT_TRUE(times.Connect(Second(20), Second(10)));
  EXPECT_FALSE(times.Connect(Second(9), Second(15)));
  EXPECT_FALSE(times.Connect(Second(15), Second(21)));
}

TEST(WalkedTimesTest, TheTimeUpToTheNextEventIsConnected) {
  WalkedTimes times;
  times.Arrive(Second(10), Second(20));
  EXPECT_TRUE(times.Connect(Second(10), Second(20).Plus(-1)));
  EXPECT_FALSE(times.Connect(Second(10), Second(20)));
  times.Break();
  times.Arrive(Second(30), Second(40));
  EXPECT_FALSE(times.Connect(Second(29), Second(35)));
  EXPECT_TRUE(times.Connect(Second(30), Second(35)));
}

TEST(WalkedTimesTest, ABreakParts) {
  WalkedTimes times;
  times.Arrive(Second(10));
  times.Break();
  EXPECT_TRUE(times.Connect(Second(10), Second(10))) << "which is still true";
  times.Arrive(Second(20));
  EXPECT_FALSE(times.Connect(Second(10), Second(20)));
  EXPECT_TRUE(times.Connect(Second(20), Second(20)));
}

}  // namespace
}  // namespace fdr
