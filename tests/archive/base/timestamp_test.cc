// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/base/timestamp.h"

#include <gtest/gtest.h>

#include <limits>

namespace fdr {
namespace {

// A product with an int has 64 bits.
static_assert(3600 * kNanosPerSecond == 3'600'000'000'000);
static_assert(86'400'000 * kNanosPerMillisecond == 86'400'000'000'000);

TEST(TimestampTest, PlusCarriesInBothDirections) {
  EXPECT_EQ((Timestamp{10, 999'999'999}.Plus(1)), (Timestamp{11, 0}));
  EXPECT_EQ((Timestamp{10, 0}.Plus(-1)), (Timestamp{9, 999'999'999}));
  EXPECT_EQ((Timestamp{10, 500}.Plus(-2'000'000'000)), (Timestamp{8, 500}));
}

TEST(TimestampTest, StampsOutsideASecondAreNotValid) {
  EXPECT_TRUE((Timestamp{0, 999'999'999}.Valid()));
  EXPECT_FALSE((Timestamp{0, 1'000'000'000}.Valid()));
  EXPECT_FALSE((Timestamp{-1, 0}.Valid()));
  EXPECT_FALSE((Timestamp{1, -1}.Valid()));
}

TEST(TimestampTest, SecondsBetweenIsPositiveForward) {
  EXPECT_EQ(SecondsBetween({10, 500'000'000}, {12, 0}), 1.5);
  EXPECT_EQ(SecondsBetween({12, 0}, {10, 500'000'000}), -1.5);
}

TEST(TimestampTest, AbsurdStampsDoNotOverflow) {
  constexpr auto kMin = std::numeric_limits<std::int64_t>::min();
  constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
  constexpr Timestamp kEarliest{kMin, 0}, kLatest{kMax, 999'999'999};
  EXPECT_EQ(kLatest.Plus(1), kLatest);
  EXPECT_EQ(kEarliest.Plus(-1), kEarliest);
  EXPECT_EQ((Timestamp{kMax, 0}.Plus(5'000'000'000)), kLatest);
  EXPECT_EQ((Timestamp{kMax - 5, 0}.Plus(5'000'000'000)), (Timestamp{kMax, 0}));
  EXPECT_EQ((Timestamp{kMin + 4, 0}.Plus(-5'000'000'000)), kEarliest);
  EXPECT_EQ((Timestamp{kMin + 5, 0}.Plus(-5'000'000'000)), kEarliest);
  EXPECT_EQ(SecondsBetween({kMin, 0}, {kMax, 0}), 0x1p64);
  constexpr auto kMaxNsec = std::numeric_limits<std::int32_t>::max();
  EXPECT_EQ(SecondsBetween({0, -kMaxNsec}, {0, kMaxNsec}), 4.294967294);
}

}  // namespace
}  // namespace fdr
