// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/summary/metric_sets.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

MetricBits With(const MetricSets& sets, std::initializer_list<std::size_t> metrics) {
  MetricBits bits = sets.NoMetrics();
  for (const std::size_t metric : metrics) SetBit(bits, metric);
  return bits;
}

TEST(MetricSetsTest, EqualSetsHaveOneNumber) {
  MetricSets sets(130);
  const MetricSets::Id a = sets.Intern(With(sets, {0, 129}));
  const MetricSets::Id b = sets.Intern(With(sets, {1}));
  const MetricSets::Id none = sets.Intern(sets.NoMetrics());
  EXPECT_NE(a, b);
  EXPECT_NE(b, none);
  EXPECT_EQ(sets.Intern(With(sets, {129, 0})), a);
  EXPECT_EQ(sets.size(), 3u);
}

TEST(MetricSetsTest, SetsIntersectWhereTheyShareAMetric) {
  MetricSets sets(130);
  const MetricSets::Id id = sets.Intern(With(sets, {64, 129}));
  EXPECT_TRUE(sets.Intersects(id, With(sets, {129})));
  EXPECT_TRUE(sets.Intersects(id, With(sets, {0, 64})));
  EXPECT_FALSE(sets.Intersects(id, With(sets, {0, 65, 128})));
  EXPECT_FALSE(sets.Intersects(sets.Intern(sets.NoMetrics()), With(sets, {0})));
}

TEST(MetricSetsTest, MoreMetricsChangeNoSet) {
  MetricSets sets(64);
  const MetricSets::Id a = sets.Intern(With(sets, {0, 63})), b = sets.Intern(With(sets, {1}));
  sets.Widen(65);
  EXPECT_EQ(sets.size(), 2u);
  EXPECT_EQ(sets.Intern(With(sets, {0, 63})), a);
  EXPECT_EQ(sets.Intern(With(sets, {1})), b);
  EXPECT_NE(sets.Intern(With(sets, {1, 64})), b);
  EXPECT_FALSE(sets.Intersects(a, With(sets, {64})));
  MetricBits both = sets.NoMetrics();
  Include(both, sets.Bits(a));
  Include(both, sets.Bits(b));
  EXPECT_EQ(both, With(sets, {0, 1, 63}));
}

TEST(MetricSetsTest, WithoutMetricsThereIsOneSet) {
  MetricSets sets;
  const MetricSets::Id id = sets.Intern(sets.NoMetrics());
  EXPECT_EQ(sets.Intern(sets.NoMetrics()), id);
  EXPECT_EQ(sets.size(), 1u);
}

}  // namespace
}  // namespace fdr
