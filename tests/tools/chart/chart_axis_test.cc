// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/chart/chart_axis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace fdr::tools {
namespace {

using Strings = std::vector<std::string>;

// The labels of the ticks, from the bottom up.
Strings Labels(double low, double high, int rows) {
  Strings labels;
  for (const std::string& label : ChooseValueAxis(low, high, rows).labels)
    if (!label.empty()) labels.push_back(label);
  return labels;
}

TEST(ValueAxisTest, StepsAreRound) {
  EXPECT_EQ(Labels(0, 10, 11), (Strings{"0", "2", "4", "6", "8", "10"}));
  EXPECT_EQ(Labels(0, 96, 13), (Strings{"0", "50", "100"}));
  EXPECT_EQ(Labels(-1, 1, 13), (Strings{"-1.0", "-0.5", "0", "0.5", "1.0"}));
}

TEST(ValueAxisTest, PrefixesKeepLabelsShort) {
  EXPECT_EQ(Labels(0, 2000, 9), (Strings{"0", "0.5k", "1.0k", "1.5k", "2.0k"}));
  EXPECT_EQ(Labels(0, 2e7, 9), (Strings{"0", "5M", "10M", "15M", "20M"}));
  EXPECT_EQ(Labels(0, 2e20, 9), (Strings{"0", "50E", "100E", "150E", "200E"}));
}

TEST(ValueAxisTest, BeyondThePrefixesThereArePowersOfTen) {
  EXPECT_EQ(Labels(0, 2e21, 9), (Strings{"0", "0.5e+21", "1.0e+21", "1.5e+21", "2.0e+21"}));
  EXPECT_EQ(Labels(0, 4e-6, 9), (Strings{"0", "1e-06", "2e-06", "3e-06", "4e-06"}));
}

TEST(ValueAxisTest, ZeroIsOnTheAxisUnlessTheValuesAreFarFromIt) {
  EXPECT_EQ(Labels(30, 100, 13).front(), "0");
  EXPECT_EQ(Labels(90, 100, 13).front(), "90");
  EXPECT_EQ(Labels(-100, -30, 13).back(), "0");
  EXPECT_EQ(Labels(-100, -90, 13).front(), "-100");
}

TEST(ValueAxisTest, AConstantIsSeenAgainstZero) {
  EXPECT_EQ(Labels(40, 40, 9), (Strings{"0", "10", "20", "30", "40"}));
  EXPECT_EQ(Labels(-40, -40, 9), (Strings{"-40", "-30", "-20", "-10", "0"}));
  EXPECT_EQ(Labels(0, 0, 3), (Strings{"0", "0.5", "1.0"}));
}

TEST(ValueAxisTest, SmallDifferencesOfLargeValuesAreShownAsFarAsLabelsStayShort) {
  EXPECT_EQ(Labels(1e6, 1e6 + 4, 9).front(), "1.000000M");
  EXPECT_EQ(Labels(1e15, 1e15 + 1, 3), (Strings{"1.000000P", "1.000002P", "1.000004P"}));
}

TEST(ValueAxisTest, EveryRangeHasTicksAndLiesWithinItsRows) {
  constexpr double kMax = std::numeric_limits<double>::max();
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> mantissa(-1, 1), exponent(-289, 308);
  for (int i = 0; i < 20'000; ++i) {
    const double scale = std::pow(10, exponent(random));
    double low = i == 0 ? -kMax : mantissa(random) * scale;
    double high = i == 0 ? kMax : i % 3 == 0 ? low : mantissa(random) * scale;
    if (i % 7 == 1) high = low * (1 + 1e-12);
    if (low > high) std::swap(low, high);
    const int rows = 2 + i % 60;
    const ValueAxis axis = ChooseValueAxis(low, high, rows);
    ASSERT_EQ(axis.labels.size(), static_cast<std::size_t>(rows));
    std::size_t ticks = 0;
    for (const std::string& label : axis.labels) {
      ASSERT_LE(label.size(), 14u) << label;
      ticks += label.empty() ? 0 : 1;
    }
    ASSERT_GE(ticks, 2u) << low << ' ' << high << ' ' << rows;
    ASSERT_GE(axis.RowOf(low), -1e-3) << low << ' ' << high << ' ' << rows;
    ASSERT_LE(axis.RowOf(high), rows - 0.5) << low << ' ' << high << ' ' << rows;
  }
}

// Writes each time as its seconds.
Strings TimeTexts(const std::vector<Timestamp>& samples, int columns, int width) {
  const ChartTimes times{samples, [](Timestamp t) { return std::to_string(t.sec); }};
  Strings texts;
  for (const TimeLabel& label : PlaceTimeLabels(TimeAxis(samples), times, columns, width, true))
    texts.push_back(label.text);
  return texts;
}

TEST(TimeAxisTest, TheEndsAreLabelledAndWhatFitsBetween) {
  EXPECT_EQ(TimeTexts({{1000, 0}, {1400, 0}}, 72, 80),
            (Strings{"1000", "1050", "1100", "1150", "1200", "1250", "1300", "1350", "1400"}));
  EXPECT_EQ(TimeTexts({{1000, 0}, {1400, 0}}, 52, 60),
            (Strings{"1000", "1100", "1200", "1300", "1400"}));
  EXPECT_EQ(TimeTexts({{1000, 0}, {1400, 0}}, 22, 30), (Strings{"1000", "1200", "1400"}));
  EXPECT_EQ(TimeTexts({{1000, 0}, {1400, 0}}, 15, 20), (Strings{"1000", "1400"}));
  EXPECT_EQ(TimeTexts({{1000, 0}, {1400, 0}}, 5, 10), (Strings{"1000"}));
  EXPECT_EQ(TimeTexts({{1000, 0}, {1400, 0}}, 2, 3), Strings{});
}

TEST(TimeAxisTest, TimeFlowsToTheRightWhateverTheOrderOfTheSamples) {
  const std::vector<Timestamp> samples = {{40, 0}, {30, 0}, {20, 0}};
  const TimeAxis axis(samples);
  EXPECT_EQ(axis.FractionOf({20, 0}), 0);
  EXPECT_EQ(axis.FractionOf({25, 0}), 0.25);
  EXPECT_EQ(axis.FractionOf({40, 0}), 1);
  EXPECT_EQ(TimeTexts(samples, 32, 40), (Strings{"20", "25", "30", "35", "40"}));
}

TEST(TimeAxisTest, ASingleTimeIsInTheMiddle) {
  const std::vector<Timestamp> samples = {{40, 0}, {40, 0}};
  EXPECT_EQ(TimeAxis(samples).FractionOf({40, 0}), 0.5);
  EXPECT_EQ(TimeTexts(samples, 70, 80), Strings{"40"});
}

TEST(TimeAxisTest, NoSamplesHaveNoLabels) { EXPECT_EQ(TimeTexts({}, 70, 80), Strings{}); }

TEST(TimeAxisTest, FractionsOfSecondsAreKept) {
  const std::vector<Timestamp> samples = {{10, 900'000'000}, {11, 300'000'000}};
  EXPECT_EQ(TimeAxis(samples).At(0.5), (Timestamp{11, 100'000'000}));
}

TEST(TimeAxisTest, AbsurdTimesDoNoHarm) {
  using Seconds = std::numeric_limits<std::int64_t>;
  using Nanos = std::numeric_limits<std::int32_t>;
  const std::vector<Timestamp> far = {{Seconds::min(), 0}, {0, 0}, {Seconds::max(), 0}};
  EXPECT_EQ(TimeAxis(far).FractionOf({0, 0}), 0.5);
  EXPECT_EQ(TimeAxis(far).At(0.5), (Timestamp{0, 0}));
  const std::vector<Timestamp> odd = {{1, Nanos::max()}, {2, Nanos::min()}};
  EXPECT_EQ(TimeAxis(odd).FractionOf(odd[1]), 0.5) << "the later one is the earlier one";
  EXPECT_EQ(TimeTexts(odd, 70, 80).size(), 1u);
}

}  // namespace
}  // namespace fdr::tools
