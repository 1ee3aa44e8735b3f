// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/rewrite/exact_number.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace fdr {
namespace {

using Fit = ExactNumber::Fit;

struct Stored {
  Fit fit;
  std::uint64_t bits;
  friend bool operator==(const Stored&, const Stored&) = default;
};

Stored Store(const ExactNumber& number, Type type) {
  Stored stored{};
  stored.fit = number.ToBits(type, stored.bits);
  return stored;
}

TEST(ExactNumber, IntegersFitOrDoNot) {
  const auto most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(Store(ExactNumber::FromBits(Type::kU64, most), Type::kU64),
            (Stored{Fit::kExact, most}));
  EXPECT_EQ(Store(ExactNumber::FromBits(Type::kU64, most), Type::k64),
            (Stored{Fit::kOutside, 0x7fffffffffffffff}));
  EXPECT_EQ(Store(ExactNumber::FromBits(Type::k64, most), Type::kU64), (Stored{Fit::kOutside, 0}));
  EXPECT_EQ(Store(ExactNumber::FromBits(Type::k64, most), Type::k32),
            (Stored{Fit::kExact, 0xffffffff}));
  EXPECT_EQ(Store(ExactNumber::FromBits(Type::kU32, 0xffffffff), Type::k32),
            (Stored{Fit::kOutside, 0x7fffffff}));
}

TEST(ExactNumber, RealNumbersAreCut) {
  EXPECT_EQ(Store(ExactNumber::OfReal(2.75), Type::kU32), (Stored{Fit::kRounded, 2}));
  EXPECT_EQ(Store(ExactNumber::OfReal(-0.5), Type::kU32), (Stored{Fit::kRounded, 0}));
  EXPECT_EQ(Store(ExactNumber::OfReal(4294967295.0), Type::kU32),
            (Stored{Fit::kExact, 0xffffffff}));
  EXPECT_EQ(Store(ExactNumber::OfReal(4294967296.0), Type::kU32),
            (Stored{Fit::kOutside, 0xffffffff}));
  EXPECT_EQ(Store(ExactNumber::OfReal(std::ldexp(1, 63)), Type::k64),
            (Stored{Fit::kOutside, 0x7fffffffffffffff}));
  EXPECT_EQ(Store(ExactNumber::OfReal(std::ldexp(1, 63)), Type::kU64),
            (Stored{Fit::kExact, std::uint64_t{1} << 63}));
  EXPECT_EQ(Store(ExactNumber::OfReal(-std::ldexp(1, 63)), Type::k64),
            (Stored{Fit::kExact, std::uint64_t{1} << 63}));
  EXPECT_EQ(Store(ExactNumber::OfReal(std::nan("")), Type::k32), (Stored{Fit::kOutside, 0}));
  EXPECT_EQ(Store(ExactNumber::OfReal(-INFINITY), Type::k32), (Stored{Fit::kOutside, 0x80000000}));
}

TEST(ExactNumber, DigitsAreLost) {
  const auto many = ExactNumber::OfInteger((std::int64_t{1} << 53) + 1);
  EXPECT_EQ(Store(many, Type::kDouble).fit, Fit::kRounded);
  EXPECT_EQ(Store(ExactNumber::OfInteger(1 << 24), Type::kFloat).fit, Fit::kExact);
  EXPECT_EQ(Store(ExactNumber::OfInteger((1 << 24) + 1), Type::kFloat).fit, Fit::kRounded);
  EXPECT_EQ(Store(ExactNumber::OfReal(1e300), Type::kFloat).fit, Fit::kOutside);
  EXPECT_EQ(Store(ExactNumber::OfReal(0.1), Type::kFloat).fit, Fit::kRounded);
  EXPECT_EQ(Store(ExactNumber::OfReal(INFINITY), Type::kFloat).fit, Fit::kExact);
}

TEST(ExactNumber, ScalesDoNotWrap) {
  const auto ratio = ScaleRatio::Between({.dim_space = 1, .scale_space = 6}, {.dim_space = 1});
  ASSERT_TRUE(ratio);
  EXPECT_FALSE(ratio->has_wrapped());
  const auto most = ExactNumber::FromBits(Type::kU64, std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(Store(most.Scaled(*ratio, Type::kU64), Type::kU64).fit, Fit::kOutside);
  EXPECT_EQ(Store(ExactNumber::OfInteger(3).Scaled(*ratio, Type::kU64), Type::kU64),
            (Stored{Fit::kExact, std::uint64_t{3} << 60}));
  const auto square = ScaleRatio::Between({.dim_space = 2, .scale_space = 6}, {.dim_space = 2});
  ASSERT_TRUE(!square || square->has_wrapped());
}

}  // namespace
}  // namespace fdr
