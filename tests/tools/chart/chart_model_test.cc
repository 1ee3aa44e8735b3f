// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/chart/chart_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "fdr/tools/chart/chart_axis.h"
#include "fdr/tools/chart/chart_stack.h"
#include "fdr/tools/chart/heat_map.h"

namespace fdr::tools {
namespace {

constexpr double kLargest = std::numeric_limits<double>::max();

std::vector<Timestamp> EachSecond(int count) {
  std::vector<Timestamp> times;
  for (int i = 0; i < count; ++i) times.push_back({1000 + i, 0});
  return times;
}

ChartPanel PanelOf(PanelKind kind, std::vector<ChartSeries> series) {
  return {"", "", kind, std::move(series)};
}

TEST(ChartModelTest, NumbersHaveThreeDigitsAndAPrefix) {
  EXPECT_EQ(PrefixedNumber(0), "0");
  EXPECT_EQ(PrefixedNumber(12.345), "12.3");
  EXPECT_EQ(PrefixedNumber(-0.04), "-0.04");
  EXPECT_EQ(PrefixedNumber(999.6), "1k");
  EXPECT_EQ(PrefixedNumber(1234), "1.23k");
  EXPECT_EQ(PrefixedNumber(5e9), "5G");
  EXPECT_EQ(PrefixedNumber(2.5e-7), "2.5e-07");
  EXPECT_EQ(PrefixedNumber(kLargest), "1.8e+308");
  EXPECT_EQ(ValueText(12, "MiB/s"), "12 MiB/s");
  EXPECT_EQ(ValueText(12, "/s"), "12/s");
  EXPECT_EQ(ValueText(12, ""), "12");
}

TEST(ChartModelTest, ATitleHasTheUnit) {
  EXPECT_EQ(PanelTitle({"a", "%", PanelKind::kLines, {}}), "a (%)");
  EXPECT_EQ(PanelTitle({"", "%", PanelKind::kLines, {}}), "%");
  EXPECT_EQ(PanelTitle({"a", "", PanelKind::kLines, {}}), "a");
}

TEST(ChartModelTest, BarsAndAreasBeginAtZero) {
  const std::vector<ChartSeries> series = {{"a", {5.0, 7.0}}, {"b", {6.0, std::nullopt}}};
  EXPECT_EQ(RangeOf(PanelOf(PanelKind::kLines, series), 2)->low, 5);
  EXPECT_EQ(RangeOf(PanelOf(PanelKind::kBars, series), 2)->low, 0);
  EXPECT_EQ(RangeOf(PanelOf(PanelKind::kBars, series), 2)->high, 7);
  EXPECT_EQ(RangeOf(PanelOf(PanelKind::kAreas, series), 2)->low, 0);
  EXPECT_EQ(RangeOf(PanelOf(PanelKind::kAreas, series), 2)->high, 11);
  EXPECT_EQ(RangeOf(PanelOf(PanelKind::kAreas, {{"a", {{}, {}}}}), 2), std::nullopt);
}

TEST(ChartStackTest, NegativeValuesHangBelowZero) {
  const ChartPanel panel = PanelOf(
      PanelKind::kAreas, {{"user", {3.0}}, {"guest", {-1.0}}, {"sys", {2.0}}, {"gone", {{}}}});
  std::vector<std::optional<StackEdges>> edges;
  StackSample(panel, 0, edges);
  ASSERT_EQ(edges.size(), 4u);
  EXPECT_EQ(edges[0]->from, 0);
  EXPECT_EQ(edges[0]->to, 3);
  EXPECT_EQ(edges[1]->from, 0);
  EXPECT_EQ(edges[1]->to, -1);
  EXPECT_EQ(edges[2]->from, 3);
  EXPECT_EQ(edges[2]->to, 5);
  EXPECT_FALSE(edges[3]);
}

TEST(ChartStackTest, SumsStayOnTheAxis) {
  const ChartPanel panel = PanelOf(PanelKind::kAreas, {{"a", {kLargest}}, {"b", {kLargest}}});
  EXPECT_EQ(RangeOf(panel, 1)->high, kLargest);
}

TEST(ChartStackTest, EdgesAreStraightBetweenSamplesAndEndAtGaps) {
  const std::vector<Timestamp> times = EachSecond(4);
  const ChartPanel panel = PanelOf(PanelKind::kAreas, {{"a", {0.0, 3.0, {}, 9.0}}});
  const auto columns = StackColumns(panel, {times, {}, {}}, TimeAxis(times), 10);
  const auto top = [&](std::size_t column) {
    return columns[column][0] ? columns[column][0]->to : -1;
  };
  EXPECT_DOUBLE_EQ(top(0), 0);
  EXPECT_DOUBLE_EQ(top(1), 1);
  EXPECT_DOUBLE_EQ(top(2), 2);
  EXPECT_DOUBLE_EQ(top(3), 3);
  for (const std::size_t gap : {4u, 5u, 6u, 7u, 8u}) EXPECT_EQ(top(gap), -1) << gap;
  EXPECT_DOUBLE_EQ(top(9), 9);
}

TEST(ChartStackTest, AColumnOfSeveralSamplesShowsTheHighestStack) {
  const std::vector<Timestamp> times = EachSecond(1000);
  ChartSeries a{"a", std::vector<std::optional<double>>(1000, 1.0)}, b = a;
  a.values[501] = 50;
  const auto columns =
      StackColumns(PanelOf(PanelKind::kAreas, {a, b}), {times, {}, {}}, TimeAxis(times), 11);
  EXPECT_EQ(columns[5][0]->to, 50);
  EXPECT_EQ(columns[5][1]->from, 50);
  EXPECT_EQ(columns[5][1]->to, 51);
}

TEST(ChartStackTest, BackwardSamplesStackLikeForwardOnes) {
  std::vector<Timestamp> times = EachSecond(3);
  const auto tops = [&](std::vector<std::optional<double>> values) {
    std::vector<double> all;
    for (const auto& column : StackColumns(PanelOf(PanelKind::kAreas, {{"a", std::move(values)}}),
                                           {times, {}, {}}, TimeAxis(times), 9))
      all.push_back(column[0]->to);
    return all;
  };
  const std::vector<double> forwards = tops({1.0, 2.0, 8.0});
  std::swap(times[0], times[2]);
  const std::vector<double> backwards = tops({8.0, 2.0, 1.0});
  ASSERT_EQ(forwards.size(), backwards.size());
  for (std::size_t i = 0; i < forwards.size(); ++i)
    EXPECT_DOUBLE_EQ(forwards[i], backwards[i]) << i;
}

TEST(ChartBarsTest, TheBarsOfASampleStandBesideEachOther) {
  const std::vector<Timestamp> times = EachSecond(3);
  const ChartPanel panel =
      PanelOf(PanelKind::kBars, {{"a", {1.0, {}, 3.0}}, {"b", {4.0, 5.0, 6.0}}});
  const std::vector<ChartBar> bars = BarsOf(panel, {times, {}, {}}, TimeAxis(times), 90);
  ASSERT_EQ(bars.size(), 5u) << "a gap has no bar";
  for (std::size_t i = 1; i < bars.size(); ++i)
    EXPECT_GE(bars[i].left, bars[i - 1].right - 1e-9) << i;
  EXPECT_GT(bars.front().left, 0);
  EXPECT_LT(bars.back().right, 1);
  EXPECT_EQ(bars.back().series, 1u);
  EXPECT_EQ(bars.back().value, 6);
}

TEST(ChartBarsTest, SamplesShareABarThatShowsTheFarthestFromZero) {
  const std::vector<Timestamp> times = EachSecond(1000);
  ChartSeries series{"a", std::vector<std::optional<double>>(1000, 1.0)};
  series.values[700] = -9.0;
  const std::vector<ChartBar> bars =
      BarsOf(PanelOf(PanelKind::kBars, {series}), {times, {}, {}}, TimeAxis(times), 20);
  ASSERT_EQ(bars.size(), 10u);
  for (std::size_t i = 0; i < bars.size(); ++i) EXPECT_EQ(bars[i].value, i == 7 ? -9 : 1) << i;
}

TEST(HeatMapTest, EachSampleReachesHalfWayToItsNeighbours) {
  const std::vector<Timestamp> times = EachSecond(3);
  const HeatMap map = MakeHeatMap(PanelOf(PanelKind::kHeat, {{"a", {1.0, {}, 3.0}}}),
                                  {times, {}, {}}, TimeAxis(times), 9, 5);
  ASSERT_EQ(map.rows.size(), 1u);
  EXPECT_EQ(map.low, 0);
  EXPECT_EQ(map.high, 3);
  std::string cells;
  for (const auto& cell : map.rows[0].cells) cells += cell ? std::to_string(int(*cell)) : ".";
  EXPECT_EQ(cells, "11....333");
}

TEST(HeatMapTest, EqualSamplesLeaveNoHoles) {
  for (int count = 2; count < 40; ++count) {
    const std::vector<Timestamp> times = EachSecond(count);
    const ChartSeries full{"a", std::vector<std::optional<double>>(times.size(), 1.0)};
    for (const int columns : {1, 2, 7, 80}) {
      const HeatMap map = MakeHeatMap(PanelOf(PanelKind::kHeat, {full}), {times, {}, {}},
                                      TimeAxis(times), columns, 1);
      for (const auto& cell : map.rows[0].cells) ASSERT_TRUE(cell) << count << ' ' << columns;
    }
  }
}

TEST(HeatMapTest, SeriesShareRowsAndEveryPeakIsSeen) {
  const std::vector<Timestamp> times = EachSecond(2);
  std::vector<ChartSeries> series;
  for (int i = 0; i < 10; ++i)
    series.push_back({"cpu" + std::to_string(i), {i == 4 ? -7.0 : 1.0, 1.0}});
  const HeatMap map =
      MakeHeatMap(PanelOf(PanelKind::kHeat, series), {times, {}, {}}, TimeAxis(times), 2, 3);
  ASSERT_EQ(map.rows.size(), 3u);
  EXPECT_EQ(map.rows[0].name, "cpu0 .. cpu2");
  EXPECT_EQ(map.rows[1].name, "cpu3 .. cpu5");
  EXPECT_EQ(map.rows[2].name, "cpu6 .. cpu9");
  EXPECT_EQ(map.rows[1].cells[0], -7);
  EXPECT_EQ(map.low, -7);
  EXPECT_EQ(map.LevelOf(-7, 8), 0);
  EXPECT_EQ(map.LevelOf(1, 8), 7);
}

TEST(HeatMapTest, LevelsOfFlatAndHugeValuesAreInRange) {
  HeatMap map;
  EXPECT_EQ(map.LevelOf(0, 8), 0);
  map.low = -kLargest;
  map.high = kLargest;
  EXPECT_EQ(map.LevelOf(-kLargest, 8), 0);
  EXPECT_EQ(map.LevelOf(0, 8), 4);
  EXPECT_EQ(map.LevelOf(kLargest, 8), 7);
}

TEST(ChartCursorTest, ValuesAreThoseOfTheTimeEvenBesideAGap) {
  const std::vector<Timestamp> times = {{1, 0}, {2, 0}, {2, 0}};
  const ChartPanel panel = PanelOf(PanelKind::kLines, {{"a", {1.0, {}, 3.0}}, {"b", {5.0}}});
  const auto at = [&](std::optional<Timestamp> here) {
    return ValuesAtCursor(panel, {times, {}, here});
  };
  EXPECT_EQ(at(Timestamp{2, 0})[0], 3);
  EXPECT_EQ(at(Timestamp{2, 0})[1], std::nullopt);
  EXPECT_EQ(at(Timestamp{1, 0})[1], 5);
  EXPECT_EQ(at(Timestamp{3, 0})[0], 3) << "the nearest sample";
  EXPECT_EQ(at(std::nullopt)[0], std::nullopt);
}

}  // namespace
}  // namespace fdr::tools
