// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0
//
// The numbers here were observed with pmlogsummary 6.0.3, unless a comment says otherwise.

#include "fdr/tools/summary/peer_series.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace fdr::tools {
namespace {

struct PeerValue {
  double at;
  double value;  // NaN: a mark
};
constexpr double kMark = NAN;

Timestamp StampAt(double seconds) {
  return Timestamp{1'700'000'000, 0}.Plus(std::llround(seconds * 1e9));
}

PeerSeries SeriesOf(const PeerRules& rules, const std::vector<PeerValue>& values, double end,
                    std::size_t bins = 0) {
  PeerSeries series(rules, bins);
  for (const auto& [at, value] : values)
    std::isnan(value) ? series.Break(StampAt(at)) : series.Take(StampAt(at), value);
  series.Finish(StampAt(end));
  if (bins == 0) return series;
  series.BeginAgain();
  for (const auto& [at, value] : values)
    std::isnan(value) ? series.Break(StampAt(at)) : series.TakeAgain(StampAt(at), value);
  return series;
}

constexpr PeerRules kCounter{Type::kU32, Semantics::kCounter, 1, CounterRule::kReset};
constexpr PeerRules kInstant{Type::kDouble, Semantics::kInstant, 1, CounterRule::kReset};
constexpr PeerRules kDiscrete{Type::k32, Semantics::kDiscrete, 1, CounterRule::kReset};

TEST(PeerSeriesTest, AValueWeighsUpToTheNextOne) {
  const PeerSeries s =
      SeriesOf(kInstant, {{0, 1}, {10, 2}, {20, 3}, {30, 4}, {40, 5}, {60, 6}}, 60);
  EXPECT_DOUBLE_EQ(s.StochasticAverage(), 3.5);
  EXPECT_DOUBLE_EQ(s.TimeAverage(), 200 / 60.0);
  EXPECT_EQ(s.count(), 6u);
  EXPECT_EQ(s.sum(), 21);
}

TEST(PeerSeriesTest, CountersBecomeRates) {
  const PeerSeries s =
      SeriesOf(kCounter, {{0, 100}, {10, 200}, {20, 250}, {30, 250}, {40, 400}, {60, 500}}, 60);
  EXPECT_DOUBLE_EQ(s.StochasticAverage(), 7);
  EXPECT_DOUBLE_EQ(s.TimeAverage(), 400 / 60.0);
  EXPECT_EQ(s.sum(), 400);
  EXPECT_EQ(s.max().value, 15);
  EXPECT_EQ(s.max().stamp, StampAt(40));
  EXPECT_EQ(s.min().stamp, StampAt(30));
  EXPECT_EQ(s.seconds(), 60);
}

TEST(PeerSeriesTest, TheFirstRateHasTheTimeOfTheFirstValue) {
  const PeerSeries s = SeriesOf(kCounter, {{0, 0}, {10, 10}, {20, 20}}, 20);
  EXPECT_EQ(s.max().stamp, StampAt(0));
  EXPECT_EQ(s.min().stamp, StampAt(0));
}

TEST(PeerSeriesTest, NoRateAcrossAMarkOrAReset) {
  const PeerSeries marked =
      SeriesOf(kCounter, {{0, 100}, {10, 200}, {15, kMark}, {20, 10}, {30, 30}, {40, 70}}, 40);
  EXPECT_DOUBLE_EQ(marked.StochasticAverage(), 16 / 3.0);
  EXPECT_EQ(marked.count(), 3u);
  const std::vector<PeerValue> values = {{0, 100}, {10, 200}, {20, 50}, {30, 60}, {40, 80}};
  EXPECT_DOUBLE_EQ(SeriesOf(kCounter, values, 40).StochasticAverage(), 13 / 3.0);
  PeerRules wraps = kCounter;
  wraps.counters = CounterRule::kPcpWrap;
  EXPECT_DOUBLE_EQ(SeriesOf(wraps, values, 40).max().value, 429496714.6);
  wraps.type = Type::kDouble;
  EXPECT_EQ(SeriesOf(wraps, values, 40).count(), 3u) << "real numbers do not wrap";
}

TEST(PeerSeriesTest, ADiscreteValueCountsOnceMoreAtMarksAndAtTheEnd) {
  const PeerSeries s = SeriesOf(kDiscrete, {{0, 5}, {10, 9}, {30.001, kMark}, {40, 7}}, 60);
  EXPECT_DOUBLE_EQ(s.StochasticAverage(), 7.4);
  EXPECT_NEAR(s.TimeAverage(), 7.400032, 1e-6);
  EXPECT_EQ(s.count(), 3u);
  EXPECT_EQ(s.sum(), 21);
}

TEST(PeerSeriesTest, ACounterOfTimeIsAShare) {
  PeerRules milliseconds = kCounter;
  milliseconds.per_second = 1000;
  const PeerSeries s = SeriesOf(milliseconds, {{0, 0}, {10, 1000}, {20, 2000}, {40, 3000}}, 40);
  EXPECT_DOUBLE_EQ(s.max().value, 0.1);
  EXPECT_DOUBLE_EQ(s.TimeAverage(), 0.075);
}

TEST(PeerSeriesTest, BinsHaveTheirUpperBounds) {
  const PeerSeries s = SeriesOf(kInstant, {{0, 1}, {10, 2}, {20, 3}, {30, 4}, {40, 5}}, 40, 2);
  EXPECT_EQ(s.BoundOf(0), 3);
  EXPECT_EQ(s.BoundOf(1), 5);
  EXPECT_EQ(s.bins(), (std::vector<std::uint64_t>{3, 2}));
}

// Here the peer loses count.
TEST(PeerSeriesTest, BinsBesideMarksHaveAllValuesAndChangeNoAverage) {
  const PeerSeries s = SeriesOf(
      kCounter, {{0, 0}, {10, 10}, {20, 30}, {25, kMark}, {30, 5}, {40, 45}, {45, kMark}}, 60, 3);
  EXPECT_EQ(s.bins(), (std::vector<std::uint64_t>{2, 0, 1}));
  EXPECT_EQ(s.count(), 3u);
  EXPECT_DOUBLE_EQ(s.StochasticAverage(), 7 / 3.0);
}

TEST(PeerSeriesTest, ValuesThatAreNoNumbersArePassedOver) {
  PeerSeries s(kInstant, 0);
  for (int i = 0; i < 4; ++i) s.Take(StampAt(i * 10), i % 2 == 1 ? double{NAN} : 1.0 + i);
  EXPECT_EQ(s.count(), 2u);
  EXPECT_DOUBLE_EQ(s.TimeAverage(), 1);
}

TEST(PeerSeriesTest, StampsOfDamagedArchivesAreNoTrouble) {
  PeerSeries s(kInstant, 0);
  s.Take({std::numeric_limits<std::int64_t>::min(), 0}, 1);
  s.Take({std::numeric_limits<std::int64_t>::max(), 0}, 2);
  s.Finish({0, 0});
  EXPECT_EQ(s.count(), 2u);
}

}  // namespace
}  // namespace fdr::tools
