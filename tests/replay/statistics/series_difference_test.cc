// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/statistics/series_difference.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <vector>

#include "fdr/replay/statistics/little_amount.h"

namespace fdr::test {
namespace {

constexpr StatisticsWindow kFiveMinutes{{1000, 0}, {1300, 0}};
constexpr double kFromNothing = 6;  // doublings, about

// Values at equal distances in the window.
class Part {
 public:
  explicit Part(const std::vector<double>& values, double presence = 1)
      : statistics_(std::make_unique<SeriesStatistics>(SeriesRules{}, kFiveMinutes)),
        presence_(presence) {
    const double step = kFiveMinutes.seconds() / static_cast<double>(values.size());
    double at = 0;
    for (const double value : values) {
      const auto sec = static_cast<std::int64_t>(at);
      statistics_->Take({{1000 + sec, 0}, at}, std::bit_cast<std::uint64_t>(value), true);
      at += step;
    }
    statistics_->Finish({kFiveMinutes.end, kFiveMinutes.seconds()});
  }

  operator SeriesPart() const { return {statistics_.get(), presence_, statistics_->count()}; }

 private:
  std::unique_ptr<SeriesStatistics> statistics_;
  double presence_;
};

const SeriesPart kNothing{nullptr, 0, 30};

std::vector<double> Constant(double value, std::size_t count = 30) {
  return std::vector<double>(count, value);
}

std::vector<double> Noise(double mean, std::mt19937& random, std::size_t count = 30) {
  std::exponential_distribution<double> one(1 / mean);
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(one(random));
  return values;
}

double Distance(const SeriesPart& before, const SeriesPart& after,
                const DifferenceRules& rules = {}) {
  return DifferenceOf(before, after, rules).distance;
}

TEST(SeriesDifferenceTest, AFactorCountsAndNotADifference) {
  const double hundredfold = Distance(Part(Constant(10)), Part(Constant(1000)));
  const double one_percent = Distance(Part(Constant(10'000)), Part(Constant(10'100)));
  EXPECT_GT(hundredfold, 3);
  EXPECT_LT(one_percent, 0.02);
  EXPECT_GT(one_percent, 0);
}

// docs/statistics.md
TEST(SeriesDifferenceTest, TheExampleOfThePageHolds) {
  EXPECT_NEAR(Distance(Part(Constant(10)), Part(Constant(1000))), 4.62, 0.005);
  EXPECT_NEAR(Distance(Part(Constant(10'000)), Part(Constant(10'100))), 0.0123, 0.00005);
  EXPECT_NEAR(Distance(Part(Constant(10, 1)), Part(Constant(1000, 1))) / 5.308, 0.29, 0.005);
  EXPECT_NEAR(Distance(Part(Constant(10, 2)), Part(Constant(1000, 2))) / 5.308, 0.5, 0.005);
}

TEST(SeriesDifferenceTest, UnitsAndDirectionDoNotMatter) {
  const double up = Distance(Part(Constant(3)), Part(Constant(17)));
  EXPECT_DOUBLE_EQ(up, Distance(Part(Constant(17)), Part(Constant(3))));
  EXPECT_DOUBLE_EQ(up, Distance(Part(Constant(3 * 1024)), Part(Constant(17 * 1024))));
  EXPECT_DOUBLE_EQ(up, Distance(Part(Constant(-3)), Part(Constant(-17))));
}

TEST(SeriesDifferenceTest, EqualValuesAreNotApart) {
  std::mt19937 random(1);
  const std::vector<double> noise = Noise(7, random);
  EXPECT_EQ(Distance(Part(noise), Part(noise)), 0);
  EXPECT_EQ(Distance(Part(Constant(0)), Part(Constant(0))), 0);
  EXPECT_EQ(Distance(Part(Constant(0.1, 7)), Part(Constant(0.1, 50))), 0);
}

TEST(SeriesDifferenceTest, NoiseComesBehindARealStep) {
  std::mt19937 random(42);
  double largest = 0;
  for (int i = 0; i < 700; ++i)
    largest = std::max(largest, Distance(Part(Noise(100, random)), Part(Noise(100, random))));
  EXPECT_LT(largest, Distance(Part(Constant(100)), Part(Constant(200))));
  EXPECT_LT(largest, Distance(Part(Noise(100, random)), Part(Noise(1000, random))));
}

TEST(SeriesDifferenceTest, NoiseAroundZeroHasNoFactors) {
  std::mt19937 random(43);
  std::uniform_real_distribution<double> one(-32768, 32767);
  double largest = 0;
  for (int i = 0; i < 700; ++i) {
    std::vector<double> before, after;
    for (int n = 0; n < 30; ++n) {
      before.push_back(one(random));
      after.push_back(one(random));
    }
    largest = std::max(largest, Distance(Part(before), Part(after)));
  }
  EXPECT_LT(largest, 0.5);
}

TEST(SeriesDifferenceTest, ASingleSpikeIsChance) {
  std::vector<double> spike = Constant(0);
  spike[7] = 100'000;
  EXPECT_LT(Distance(Part(Constant(0)), Part(spike)), 0.1);
}

TEST(SeriesDifferenceTest, FewValuesCountLess) {
  const double many = Distance(Part(Constant(10)), Part(Constant(1000)));
  const double two = Distance(Part(Constant(10, 2)), Part(Constant(1000, 2)));
  const double one = Distance(Part(Constant(10, 1)), Part(Constant(1000, 1)));
  EXPECT_GT(many, two);
  EXPECT_GT(two, one);
  EXPECT_GT(one, 1);
}

TEST(SeriesDifferenceTest, ADiscreteValueIsNoSample) {
  const DifferenceRules told{.is_told = true};
  EXPECT_NEAR(Distance(Part(Constant(2, 1)), Part(Constant(4, 1)), told), 1, 0.03);
}

TEST(SeriesDifferenceTest, WhatComesFromNothingIsBounded) {
  const double small = Distance(Part(Constant(0)), Part(Constant(0.001)));
  const double large = Distance(Part(Constant(0)), Part(Constant(1e12)));
  EXPECT_DOUBLE_EQ(small, large);
  EXPECT_GT(large, 0.7 * kFromNothing);
  EXPECT_GT(large, Distance(Part(Constant(10)), Part(Constant(1000))));
}

TEST(SeriesDifferenceTest, AmountsThatAreLittleDoNotMatter) {
  const DifferenceRules percent{.little = 0.01};
  EXPECT_LT(Distance(Part(Constant(0)), Part(Constant(0.001)), percent), 0.2);
  EXPECT_GT(Distance(Part(Constant(0)), Part(Constant(1)), percent), 0.7 * kFromNothing);
}

TEST(SeriesDifferenceTest, AnAmountThatAppearsWasNothing) {
  const DifferenceRules amount{.little = 0.01, .is_amount = true};
  const SeriesDifference busy = DifferenceOf(kNothing, Part(Constant(1)), amount);
  EXPECT_EQ(busy.presence, Presence::kAppeared);
  EXPECT_DOUBLE_EQ(busy.distance, Distance(Part(Constant(0)), Part(Constant(1)), amount));
  const SeriesDifference idle = DifferenceOf(kNothing, Part(Constant(0)), amount);
  EXPECT_EQ(idle.distance, 0) << "nothing appeared that matters";
  const SeriesDifference gone = DifferenceOf(Part(Constant(1)), kNothing, amount);
  EXPECT_EQ(gone.presence, Presence::kGone);
  EXPECT_DOUBLE_EQ(gone.distance, busy.distance);
}

TEST(SeriesDifferenceTest, AnAmountCountsForTheTimeInWhichItIsThere) {
  const DifferenceRules amount{.is_amount = true};
  const SeriesDifference half = DifferenceOf(kNothing, Part(Constant(8), 0.5), amount);
  EXPECT_DOUBLE_EQ(half.after, 4);
  EXPECT_LT(half.distance, Distance(kNothing, Part(Constant(8)), amount));
  EXPECT_EQ(DifferenceOf(Part(Constant(8), 0.5), Part(Constant(8), 0.5), amount).distance, 0);
}

TEST(SeriesDifferenceTest, ALonelyValueOfAnAmountIsNoMoreEvidenceThanNone) {
  const DifferenceRules amount{.is_amount = true};
  const Part lonely(Constant(1, 1), 1e-6), busy(Constant(50));
  SeriesPart once = lonely;
  once.samples = 30;
  EXPECT_NEAR(Distance(once, busy, amount), Distance(kNothing, busy, amount), 0.01);
}

TEST(SeriesDifferenceTest, AStateThatAppearsIsNewsWhateverItsNumber) {
  EXPECT_EQ(Distance(kNothing, Part(Constant(12345))), 1);
  EXPECT_EQ(Distance(Part(Constant(0)), kNothing), 1);
}

TEST(SeriesDifferenceTest, MeansThatAreEqualDoNotHideASpread) {
  std::vector<double> swings;
  for (int i = 0; i < 30; ++i) swings.push_back(i % 2 == 0 ? 1 : 199);
  const SeriesDifference difference = DifferenceOf(Part(Constant(100)), Part(swings), {});
  EXPECT_NEAR(difference.before, difference.after, 10);
  EXPECT_GT(difference.distance, 0.5);
}

TEST(SeriesDifferenceTest, ExtremeNumbersStayNumbers) {
  constexpr double kMost = std::numeric_limits<double>::max();
  constexpr double kLeast = std::numeric_limits<double>::denorm_min();
  for (const double a : {0.0, kLeast, -kLeast, 1.0, kMost, -kMost})
    for (const double b : {0.0, kLeast, -kLeast, 1.0, kMost, -kMost}) {
      const double distance = Distance(Part(Constant(a, 3)), Part({b, b, a}));
      EXPECT_TRUE(std::isfinite(distance) && distance >= 0) << a << ' ' << b;
    }
}

Desc Described(Type type, Semantics semantics, const Units& units) {
  return {.id = {}, .type = type, .indom = {}, .semantics = semantics, .units = units};
}

TEST(LittleAmountTest, DependsOnTheUnitsAsTheyAreRecorded) {
  Desc bytes = Described(Type::kU64, Semantics::kCounter, {.dim_space = 1});
  EXPECT_EQ(LittleOf(bytes, true), 10 * 1024);
  EXPECT_EQ(LittleOf(bytes, false), 1024 * 1024);
  bytes.units.scale_space = 1;
  EXPECT_EQ(LittleOf(bytes, true), 10);
  EXPECT_TRUE(IsAmount(bytes));
  const Units milliseconds{.dim_time = 1, .scale_time = 2};
  EXPECT_EQ(LittleOf(Described(Type::kU64, Semantics::kCounter, milliseconds), true), 0.01);
  EXPECT_EQ(LittleOf(Described(Type::kFloat, Semantics::kInstant, {}), false), 0.1);
  const Desc state = Described(Type::kU32, Semantics::kInstant, {});
  EXPECT_EQ(LittleOf(state, false), 1);
  EXPECT_FALSE(IsAmount(state));
  const Desc start = Described(Type::kU64, Semantics::kInstant, milliseconds);
  EXPECT_EQ(LittleOf(start, false), 0);
  EXPECT_FALSE(IsAmount(start)) << "the time of something";
}

}  // namespace
}  // namespace fdr::test
