// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/thin/counter_line.h"

#include <gtest/gtest.h>

#include <bit>

#include "fdr/replay/copy/thin/thin_grid.h"

namespace fdr {
namespace {

std::uint64_t Bits(double v) { return std::bit_cast<std::uint64_t>(v); }
std::uint64_t Bits(float v) { return std::bit_cast<std::uint32_t>(v); }

TEST(CounterLine, AHalfIsRoundedUp) {
  EXPECT_EQ(LineValue(Type::kU64, 0, 3, {1, 2}), 2u);
  EXPECT_EQ(LineValue(Type::kU64, 0, 3, {1, 3}), 1u);
  EXPECT_EQ(LineValue(Type::kU64, 10, 13, {2, 3}), 2u);
  EXPECT_EQ(LineValue(Type::k64, std::uint64_t{0} - 3, 3, {1, 2}), 3u);
}

TEST(CounterLine, NothingOverflows) {
  constexpr std::uint64_t kAll = ~std::uint64_t{0};
  EXPECT_EQ(LineValue(Type::kU64, 0, kAll, {kLongestThinInterval, kLongestThinInterval}), kAll);
  EXPECT_EQ(LineValue(Type::kU64, 0, kAll, {kLongestThinInterval / 2, kLongestThinInterval}),
            std::uint64_t{1} << 63);
}

TEST(CounterLine, A32BitCounterGrowsPastItsEnd) {
  EXPECT_EQ(LineValue(Type::kU32, 4294967290, 10, {1, 2}), 8u);
  EXPECT_EQ(LineValue(Type::k32, 2147483647, 0x80000003, {1, 2}), 2u);
}

TEST(CounterLine, RealNumbersAreNotRounded) {
  EXPECT_EQ(LineValue(Type::kDouble, Bits(1.0), Bits(2.0), {1, 4}), Bits(1.25));
  EXPECT_EQ(LineValue(Type::kFloat, Bits(1.0f), Bits(2.0f), {1, 4}), Bits(1.25f));
}

TEST(CounterLine, StepsFollowTheRuleOfAllVerbs) {
  EXPECT_EQ(StepOf(Type::kU32, 5, 5), CounterStep::kUp);
  EXPECT_EQ(StepOf(Type::kU32, 4294967290, 10), CounterStep::kWrap);
  EXPECT_EQ(StepOf(Type::kU32, 1000, 10), CounterStep::kReset);
  EXPECT_EQ(StepOf(Type::k32, 2147483647, 0x80000003), CounterStep::kWrap);
  EXPECT_EQ(StepOf(Type::k64, 5, std::uint64_t{0} - 5), CounterStep::kReset);
  EXPECT_EQ(StepOf(Type::kU64, ~std::uint64_t{0}, 5), CounterStep::kReset);
  EXPECT_EQ(StepOf(Type::kDouble, Bits(2.0), Bits(1.0)), CounterStep::kReset);
}

TEST(CounterLine, FallsAreFoundInAnyPlace) {
  const std::uint64_t before[] = {1, 2, 4294967290}, up[] = {1, 3, 4294967291}, down[] = {1, 3, 7};
  EXPECT_FALSE(AnyFell(Type::kU32, before, up, 3));
  EXPECT_TRUE(AnyFell(Type::kU32, before, down, 3));
  EXPECT_FALSE(AnyFell(Type::k32, before, down, 3));  // from -6 to 7
}

TEST(CounterLine, Widening) {
  EXPECT_EQ(WidenedType(Type::k32), Type::k64);
  EXPECT_EQ(WidenedType(Type::kU32), Type::kU64);
  EXPECT_EQ(WidenedType(Type::kFloat), Type::kFloat);
  EXPECT_EQ(Widened(Type::k32, 0xffffffff), ~std::uint64_t{0});
  EXPECT_EQ(Widened(Type::kU32, 0xffffffff), 0xffffffffu);
}

}  // namespace
}  // namespace fdr
