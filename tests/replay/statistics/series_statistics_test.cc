// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/statistics/series_statistics.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace fdr::test {
namespace {

constexpr StatisticsWindow kWindow{{1000, 0}, {1100, 0}};
constexpr std::uint64_t kMost32 = 0xffffffff;

WindowTime MomentAt(std::int64_t seconds) {
  return {{1000 + seconds, 0}, static_cast<double>(seconds)};
}

std::uint64_t BitsOfDouble(double value) { return std::bit_cast<std::uint64_t>(value); }

class Series : public SeriesStatistics {
 public:
  explicit Series(const SeriesRules& rules) : SeriesStatistics(rules, kWindow) {}

  Series& Value(std::int64_t at, std::uint64_t bits) {
    Take(MomentAt(at), bits, true);
    return *this;
  }
  Series& Real(std::int64_t at, double value) { return Value(at, BitsOfDouble(value)); }
  Series& Gap(std::int64_t last) {
    Break(MomentAt(last));
    return *this;
  }
  Series& End() {
    Finish(MomentAt(100));
    return *this;
  }
};

constexpr SeriesRules kCounter32{Type::kU32, Semantics::kCounter, true, 1};
constexpr SeriesRules kCounter64{Type::kU64, Semantics::kCounter, true, 1};

TEST(SeriesStatisticsTest, AValueHoldsHalfWayToItsNeighbours) {
  Series s({.type = Type::kDouble});
  s.Real(0, 10).Real(10, 20).Real(30, 50).End();  // 10 for 5 s, 20 for 15 s, 50 for 10 s
  EXPECT_EQ(s.count(), 3u);
  EXPECT_EQ(s.seconds(), 30);
  EXPECT_DOUBLE_EQ(s.values().Mean(), (50 + 300 + 500) / 30.0);
  EXPECT_EQ(s.values().Quantile(0.16), 10);
  EXPECT_EQ(s.values().Quantile(0.5), 20);
  EXPECT_EQ(s.values().Quantile(0.9), 50);
  EXPECT_EQ(s.min().value, 10);
  EXPECT_EQ(s.max().stamp, (Timestamp{1030, 0}));
}

TEST(SeriesStatisticsTest, AnExtremeHasItsFirstTime) {
  Series s({.type = Type::kDouble});
  s.Real(0, 5).Real(10, 9).Real(20, 5).Real(30, 9).End();
  EXPECT_EQ(s.min().stamp, (Timestamp{1000, 0}));
  EXPECT_EQ(s.max().stamp, (Timestamp{1010, 0}));
}

TEST(SeriesStatisticsTest, NothingIsKnownInAGap) {
  Series s({.type = Type::kDouble});
  s.Real(0, 10).Real(10, 10).Gap(15).Real(50, 40).Real(60, 40).End();
  EXPECT_EQ(s.seconds(), 20);
  EXPECT_DOUBLE_EQ(s.values().Mean(), 25);
  Series c(kCounter32);
  c.Value(0, 0).Value(10, 100).Gap(15).Value(50, 5).Value(60, 15).End();
  EXPECT_EQ(c.seconds(), 20);
  EXPECT_EQ(c.count(), 2u);
  EXPECT_DOUBLE_EQ(c.values().Mean(), 5.5);
  EXPECT_EQ(c.resets(), 0u);
}

TEST(SeriesStatisticsTest, ADiscreteValueLastsToTheGapOrTheEnd) {
  Series s({.type = Type::kDouble, .semantics = Semantics::kDiscrete});
  s.Real(0, 1).Gap(30).Real(60, 4).End();
  EXPECT_EQ(s.seconds(), 70);
  EXPECT_DOUBLE_EQ(s.values().Mean(), (30 * 1 + 40 * 4) / 70.0);
}

TEST(SeriesStatisticsTest, ASingleValueHasNoTimeButIsShown) {
  Series s({.type = Type::kDouble});
  s.Real(40, 7).End();
  ASSERT_TRUE(s.HasValues());
  EXPECT_EQ(s.seconds(), 0);
  EXPECT_EQ(s.values().Mean(), 7);
  EXPECT_EQ(s.values().Quantile(0.99), 7);
  EXPECT_EQ(s.cells().Mean(12, 1), 7);
  EXPECT_EQ(s.cells().Mean(13, 1), std::nullopt);
}

TEST(SeriesStatisticsTest, ACounterOf32BitsMayWrap) {
  Series s(kCounter32);
  s.Value(0, kMost32 - 149).Value(10, kMost32 - 49).Value(20, 50).End();
  EXPECT_EQ(s.wraps(), 1u);
  EXPECT_DOUBLE_EQ(s.values().Mean(), 10);
  EXPECT_EQ(s.max().value, 10);
}

TEST(SeriesStatisticsTest, ARateNeverSpansAFewMilliseconds) {
  Series s(kCounter64);
  for (const std::int64_t at : {0, 10, 20}) {
    s.Value(at, static_cast<std::uint64_t>(at) * 10);
    s.Take({{1000 + at, 15'000'000}, static_cast<double>(at) + 0.015},
           static_cast<std::uint64_t>(at) * 10 + 60, true);
  }
  s.End();
  EXPECT_EQ(s.max().value, 10);
  EXPECT_EQ(s.count(), 2u);
  EXPECT_EQ(s.seconds(), 20);
  EXPECT_DOUBLE_EQ(s.values().Mean(), 10);
}

TEST(SeriesStatisticsTest, ACounterOf32BitsThatFallsALittleWasReset) {
  Series s(kCounter32);
  s.Value(0, 1000).Value(10, 1100).Value(20, 50).Value(30, 150).End();
  EXPECT_EQ(s.wraps(), 0u);
  EXPECT_EQ(s.resets(), 1u);
  EXPECT_EQ(s.count(), 2u);
  EXPECT_EQ(s.max().value, 10);
}

TEST(SeriesStatisticsTest, AWrapNeedsNoEarlierRate) {
  Series s(kCounter32);
  s.Value(0, kMost32).Value(10, 9).End();
  EXPECT_EQ(s.wraps(), 1u);
  EXPECT_EQ(s.max().value, 1);
}

TEST(SeriesStatisticsTest, ACounterOf64BitsThatGoesDownWasReset) {
  Series s(kCounter64);
  s.Value(0, ~std::uint64_t{0} - 200).Value(10, ~std::uint64_t{0} - 100).Value(20, 0).End();
  EXPECT_EQ(s.resets(), 1u);
  EXPECT_EQ(s.count(), 1u);
  EXPECT_EQ(s.max().value, 10) << "64 bits are not rounded before the difference";
}

TEST(SeriesStatisticsTest, ValuesThatAreNoNumbersArePassedOver) {
  Series s({.type = Type::kDouble});
  s.Real(0, 3).Real(10, NAN).Real(20, INFINITY).Real(30, 3).End();
  EXPECT_EQ(s.count(), 2u);
  EXPECT_EQ(s.values().Mean(), 3);
}

TEST(SeriesStatisticsTest, InterpolatedValuesAreNotCounted) {
  Series s({.type = Type::kDouble});
  s.Take(MomentAt(0), BitsOfDouble(2), false);
  s.Take(MomentAt(100), BitsOfDouble(4), false);
  s.End();
  EXPECT_EQ(s.count(), 0u);
  EXPECT_EQ(s.values().Mean(), 3);
}

TEST(SeriesStatisticsTest, TheCourseHasTheMeanOfEachPartOfTheWindow) {
  Series s(kCounter32);
  s.Value(0, 0).Value(25, 25).Value(50, 125).Value(100, 125).End();
  EXPECT_DOUBLE_EQ(*s.cells().Mean(0, 8), 1);
  EXPECT_DOUBLE_EQ(*s.cells().Mean(8, 8), 4);
  EXPECT_DOUBLE_EQ(*s.cells().Mean(0, 16), 2.5);
  EXPECT_DOUBLE_EQ(*s.cells().Mean(16, 16), 0);
}

TEST(TimeCellsTest, ASumThatIsTooLargeHasAMean) {
  TimeCells cells;
  cells.Add(1.5e308, 0, 1);
  EXPECT_NEAR(cells.Mean(0, TimeCells::kCells).value_or(0) / 1.5e308, 1, 0.001);
}

}  // namespace
}  // namespace fdr::test
