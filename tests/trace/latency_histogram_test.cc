// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/trace/latency_histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace fdr {
namespace {

double Exact(std::vector<double> values, double share) {
  std::ranges::sort(values);
  const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(values.size())));
  return values[std::max<std::size_t>(rank, 1) - 1];
}

TEST(LatencyHistogramTest, PercentilesKeepTheStatedError) {
  std::mt19937_64 random(4711);
  std::uniform_real_distribution<double> exponent(-29, 20);
  for (int round = 0; round < 200; ++round) {
    LatencyHistogram histogram;
    std::vector<double> values;
    for (std::uint64_t n = 1 + random() % 500; n > 0; --n) {
      values.push_back(std::exp2(exponent(random)));
      histogram.Add(values.back());
    }
    for (const double share : {0.0, 0.5, 0.9, 0.99, 0.999, 1.0}) {
      const double exact = Exact(values, share);
      EXPECT_LE(std::abs(histogram.Quantile(share) - exact),
                exact * LatencyHistogram::kRelativeError)
          << share << " of " << values.size();
    }
  }
}

TEST(LatencyHistogramTest, ASumHasTheCountsOfItsParts) {
  std::mt19937_64 random(42);
  LatencyHistogram parts[3], sum, whole;
  for (int i = 0; i < 3000; ++i) {
    const double value = std::exp2(static_cast<double>(random() % 300) / 10 - 20);
    parts[random() % 3].Add(value);
    whole.Add(value);
  }
  for (const LatencyHistogram& part : parts) sum.Add(part);
  for (double share = 0; share <= 1; share += 0.01)
    EXPECT_EQ(sum.Quantile(share), whole.Quantile(share));
}

TEST(LatencyHistogramTest, WhatIsNoDurationIsCountedAtTheEnds) {
  LatencyHistogram histogram;
  EXPECT_TRUE(histogram.IsEmpty());
  EXPECT_EQ(histogram.Quantile(0.5), 0);
  for (const double value : {-1.0, 0.0, 1e-300, -std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN()})
    histogram.Add(value);
  EXPECT_EQ(histogram.Quantile(1), 0);
  for (int i = 0; i < 6; ++i) histogram.Add(std::numeric_limits<double>::infinity());
  EXPECT_GT(histogram.Quantile(1), 1e6);
  EXPECT_EQ(histogram.Quantile(0.4), 0);
  histogram.Clear();
  EXPECT_TRUE(histogram.IsEmpty());
}

}  // namespace
}  // namespace fdr
