// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/values/growth.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace fdr::test {
namespace {

constexpr std::uint64_t kMostU32 = 0xffffffff, kMostU64 = ~std::uint64_t{0};

constexpr std::uint64_t BitsOfSingle(float number) { return std::bit_cast<std::uint32_t>(number); }
constexpr std::uint64_t BitsOfReal(double number) { return std::bit_cast<std::uint64_t>(number); }

// -1 for a counter that was reset.
double Growth(Type type, std::uint64_t before, std::uint64_t after,
              CounterRule rule = kOwnCounterRule) {
  const auto growth = GrowthOf(type, before, after, rule);
  return growth ? growth->by : -1;
}

TEST(GrowthTest, EachTypeGrowsInItsOwnNumbers) {
  EXPECT_EQ(Growth(Type::k32, 5, 8), 3);
  EXPECT_EQ(Growth(Type::k32, kMostU32, 4), 5) << "from -1";
  EXPECT_EQ(Growth(Type::k32, 0x80000000, 0x7fffffff), 4294967295.0);
  EXPECT_EQ(Growth(Type::k64, 0, std::uint64_t{1} << 62), 0x1p62);
  EXPECT_EQ(Growth(Type::k64, kMostU64, 4), 5) << "from -1";
  EXPECT_EQ(Growth(Type::kU64, (std::uint64_t{1} << 60) + 1, (std::uint64_t{1} << 60) + 4), 3)
      << "64 bits are not rounded before the difference";
  EXPECT_EQ(Growth(Type::kDouble, BitsOfReal(1.5), BitsOfReal(4)), 2.5);
  EXPECT_EQ(Growth(Type::kFloat, BitsOfSingle(1.5F), BitsOfSingle(2.0F)), 0.5);
}

TEST(GrowthTest, AFallOf32BitsByMoreThanHalfIsAWrap) {
  EXPECT_EQ(Growth(Type::kU32, kMostU32 - 5, 10), 16);
  EXPECT_TRUE(GrowthOf(Type::kU32, kMostU32 - 5, 10, kOwnCounterRule)->wrapped);
  EXPECT_FALSE(GrowthOf(Type::kU32, 10, 20, kOwnCounterRule)->wrapped);
  EXPECT_EQ(Growth(Type::kU32, 0x80000001, 0), 0x7fffffff);
  EXPECT_EQ(Growth(Type::kU32, 0x80000000, 0), -1) << "half is not enough";
  EXPECT_EQ(Growth(Type::kU32, 1000, 10), -1);
  EXPECT_EQ(Growth(Type::k32, 0x7fffffff, 0x80000000), 1) << "past the largest signed number";
  EXPECT_EQ(Growth(Type::k32, 1000, 10), -1);
}

TEST(GrowthTest, OtherTypesThatFallWereReset) {
  EXPECT_EQ(Growth(Type::kU64, kMostU64 - 5, 10), -1);
  EXPECT_EQ(Growth(Type::k64, kMostU64 >> 1, (kMostU64 >> 1) + 1), -1);
  EXPECT_EQ(Growth(Type::kDouble, BitsOfReal(4), BitsOfReal(1.5)), -1);
  EXPECT_EQ(Growth(Type::kDouble, BitsOfReal(4), BitsOfReal(NAN)), -1);
  EXPECT_EQ(Growth(Type::kFloat, BitsOfSingle(4), BitsOfSingle(1)), -1);
}

TEST(GrowthTest, OtherRulesTakeAllFallsAlike) {
  EXPECT_EQ(Growth(Type::kU32, kMostU32 - 5, 10, CounterRule::kReset), -1);
  EXPECT_EQ(Growth(Type::kU32, 1000, 10, CounterRule::kPcpWrap), 4294966306.0);
  EXPECT_EQ(Growth(Type::kU64, kMostU64 - 5, 10, CounterRule::kPcpWrap), 16);
  EXPECT_EQ(Growth(Type::kDouble, BitsOfReal(4), BitsOfReal(1.5), CounterRule::kPcpWrap), -1);
}

TEST(GrowthTest, RealNumbersHaveNoRange) {
  EXPECT_EQ(RangeOf(Type::k32), 0x1p32);
  EXPECT_EQ(RangeOf(Type::kU64), 0x1p64);
  EXPECT_EQ(RangeOf(Type::kDouble), 0);
}

}  // namespace
}  // namespace fdr::test
