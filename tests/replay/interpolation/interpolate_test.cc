// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/interpolation/interpolate.h"

#include <gtest/gtest.h>

#include <limits>

namespace fdr {
namespace {

constexpr Between kQuarter{2.5, 10}, kHalf{5, 10}, kThreeQuarters{7.5, 10};

template <class T>
void ExpectLine(T low, T high, T quarter, T half, T three_quarters) {
  EXPECT_EQ(Interpolate(low, high, kQuarter, false), quarter);
  EXPECT_EQ(Interpolate(low, high, kHalf, false), half);
  EXPECT_EQ(Interpolate(low, high, kThreeQuarters, false), three_quarters);
}

TEST(InterpolateTest, IntegersRoundTowardsZeroAfterAddingAHalf) {
  ExpectLine<std::int32_t>(-50, 55, -23, 3, 29);
  ExpectLine<std::int32_t>(-100, -95, -98, -97, -95);
  ExpectLine<std::int32_t>(1000, 500, 875, 750, 625);
  ExpectLine<std::uint32_t>(1000, 500, 875, 750, 625);
  ExpectLine<std::int64_t>(1000, 500, 875, 750, 625);
  ExpectLine<std::uint64_t>(1000, 500, 875, 750, 625);
}

TEST(InterpolateTest, ExtremesAreThePeers) {
  constexpr auto kMin32 = std::numeric_limits<std::int32_t>::min();
  constexpr auto kMin64 = std::numeric_limits<std::int64_t>::min();
  ExpectLine<std::int32_t>(2147483640, -2147483640, 2147483644, kMin32, kMin32);
  ExpectLine<std::uint32_t>(4294967290u, 10, 3221225470u, 2147483650u, 1073741830u);
  ExpectLine<std::int64_t>(9223372036854775798, -9223372036854775798, kMin64, kMin64, kMin64);
  ExpectLine<std::uint64_t>(18446744073709551606u, 10, 18446744073709551612u, 0, 5);
  ExpectLine<std::uint64_t>((1ull << 63) + 1000, (1ull << 63) + 3000, 9223372036854776832u,
                            9223372036854777856u, 9223372036854777856u);
  ExpectLine<std::uint64_t>(100000000000000001u, 100000000000000003u, 100000000000000000u,
                            100000000000000000u, 100000000000000000u);
  // From one half of the number range into the other: the line takes the shorter way.
  ExpectLine<std::uint64_t>(0x57c5a5a76bc2633f, 0x8d933066304a4e2d, 0x653908571ce46000,
                            0x72ac6b06ce065800, 0x801fcdb67f285000);
  ExpectLine<std::uint64_t>(0x8d933066304a4e2d, 0x57c5a5a76bc2633f, 0x801fcdb67f285400, 1ull << 63,
                            1ull << 63);
}

TEST(InterpolateTest, ACounterThatGrewByMoreThanHalfOfItsRangeGoesUp) {
  EXPECT_EQ(InterpolateGrowth(-2'000'000'000, 1'000'000'000, kQuarter), -1'250'000'000 + 1);
  EXPECT_EQ(InterpolateGrowth(-2'000'000'000, 1'000'000'000, kHalf), -500'000'000 + 1);
  EXPECT_EQ(InterpolateGrowth(2'147'483'640, -2'147'483'640, kHalf), -2'147'483'648);
}

TEST(InterpolateTest, RealNumbersAreNotRounded) {
  ExpectLine<float>(1000.5f, 500.25f, 875.4375f, 750.375f, 625.3125f);
  ExpectLine<double>(1000.5, 500.25, 875.4375, 750.375, 625.3125);
}

TEST(InterpolateTest, ACounterThatWrapsGoesOverItsLargestValue) {
  EXPECT_EQ(Interpolate(4294967290u, 10u, kHalf, true), 2u);
  EXPECT_EQ(Interpolate(std::int32_t{-6}, std::int32_t{-16}, kHalf, true), 2147483637);
  EXPECT_EQ(Interpolate(std::uint64_t{18446744073709551606u}, std::uint64_t{10}, kHalf, true), 0u);
  EXPECT_EQ(Interpolate(std::uint64_t{0x100}, std::uint64_t{0} - 0x100, kThreeQuarters, true),
            0xc000000000000000u);
  EXPECT_EQ(Interpolate(10.0, 5.0, kHalf, true), 7.5);
}

}  // namespace
}  // namespace fdr
