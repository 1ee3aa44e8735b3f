// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/statistics/value_distribution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

namespace fdr::test {
namespace {

using Weighted = std::vector<std::pair<double, double>>;

ValueDistribution DistributionOf(const Weighted& values) {
  ValueDistribution distribution;
  for (const auto& [value, weight] : values) distribution.Add(value, weight);
  distribution.Finish();
  return distribution;
}

// The smallest value that, with all smaller ones, has that part of the weight.
double ExactQuantile(Weighted values, double part) {
  std::sort(values.begin(), values.end());
  double total = 0, sum = 0;
  for (const auto& [value, weight] : values) total += weight;
  for (const auto& [value, weight] : values)
    if ((sum += weight) >= part * total) return value;
  return values.back().first;
}

TEST(ValueDistributionTest, FewValuesAreExact) {
  const auto d = DistributionOf({{30, 1}, {10, 2}, {-5, 1}, {10, 1}, {1e300, 5}});
  EXPECT_EQ(d.weight(), 10);
  EXPECT_EQ(d.buckets().size(), 4u);
  EXPECT_EQ(d.Quantile(0), -5);
  EXPECT_EQ(d.Quantile(0.1), -5);
  EXPECT_EQ(d.Quantile(0.11), 10);
  EXPECT_EQ(d.Quantile(0.4), 10);
  EXPECT_EQ(d.Quantile(0.5), 30);
  EXPECT_EQ(d.Quantile(1), 1e300);
  EXPECT_DOUBLE_EQ(d.Mean(), 5e299);
}

TEST(ValueDistributionTest, ValuesWithoutWeightAllWeighTheSame) {
  const auto d = DistributionOf({{1, 0}, {2, 0}, {2, 0}, {5, 0}});
  EXPECT_EQ(d.Quantile(0.25), 1);
  EXPECT_EQ(d.Quantile(0.5), 2);
  EXPECT_EQ(d.Quantile(0.99), 5);
  EXPECT_EQ(d.Mean(), 2.5);
  EXPECT_EQ(DistributionOf({{1, 0}, {7, 3}}).Quantile(0), 7);
}

TEST(ValueDistributionTest, ASumThatIsTooLargeHasAMean) {
  ValueDistribution high, both;
  for (const double value : {1.2e308, 1.4e308, 1.6e308}) high.Add(value, 1);
  for (const double value : {-1.7e308, -1.7e308, 1.7e308, 1.7e308, 1.7e308, 1.7e308})
    both.Add(value, 1);
  high.Finish();
  both.Finish();
  EXPECT_NEAR(high.Mean() / 1.4e308, 1, 0.01);
  EXPECT_NEAR(both.Mean() / 1.7e308, 1.0 / 3, 0.01);
}

TEST(ValueDistributionTest, ZeroHasOneSign) {
  EXPECT_EQ(DistributionOf({{0.0, 1}, {-0.0, 1}, {0.0, 1}}).buckets().size(), 1u);
}

TEST(ValueDistributionTest, EqualValuesHaveThatMean) {
  ValueDistribution d;
  for (int i = 0; i < 1000; ++i) d.Add(0.1, 0.1 * i);
  d.Finish();
  EXPECT_EQ(d.Mean(), 0.1);
  EXPECT_EQ(d.Quantile(0.99), 0.1);
}

// Values of many sizes and both signs: each bucket spans 1/128 of a power of two, or more.
TEST(ValueDistributionTest, RandomValuesAreAsNearAsTheBucketsAreNarrow) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> part_of_spread(-1, 1), weight(1, 5);
  for (int round = 0; round < 60; ++round) {
    Weighted values;
    const double spread = round % 6;  // in powers of e
    for (int i = 0; i < 3000; ++i) {
      const double sign = round % 3 == 0 && random() % 4 == 0 ? -1 : 1;
      const double size = std::exp(spread * part_of_spread(random));
      values.emplace_back(sign * size * (round + 1), weight(random));
    }
    const auto d = DistributionOf(values);
    EXPECT_LE(d.buckets().size(), ValueDistribution::kMostBuckets);
    // Twelve powers of e are 17.3 powers of two; each sign has its own buckets.
    const double most = spread * 2 * 1.4427 * (round % 3 == 0 ? 2 : 1);
    double coarse = 1;
    while (most * 128 / coarse > ValueDistribution::kMostBuckets) coarse *= 2;
    for (const double part : {0.01, 0.5, 0.9, 0.99, 1.0}) {
      const double exact = ExactQuantile(values, part);
      EXPECT_NEAR(d.Quantile(part), exact, std::fabs(exact) * 1.001 * coarse / 128)
          << round << ' ' << part;
    }
  }
}

TEST(ValueDistributionTest, MemoryIsBoundedWhateverTheValues) {
  ValueDistribution d;
  std::mt19937_64 random(2);
  for (int i = 0; i < 20'000; ++i) {
    const double value = std::ldexp(1.0 + i, static_cast<int>(random() % 2000) - 1000);
    d.Add(i % 2 == 0 ? value : -value, 1);
  }
  d.Finish();
  EXPECT_LE(d.buckets().size(), ValueDistribution::kMostBuckets);
  EXPECT_TRUE(
      std::is_sorted(d.buckets().begin(), d.buckets().end(),
                     [](const ValueBucket& a, const ValueBucket& b) { return a.high < b.low; }));
  EXPECT_LT(d.Quantile(0.4), 0);
  EXPECT_GT(d.Quantile(0.6), 0);
}

}  // namespace
}  // namespace fdr::test
