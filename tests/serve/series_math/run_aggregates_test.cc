// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/math/run_aggregates.h"

#include <gtest/gtest.h>

#include "fdr/tests/serve/series_math/toy_runs.h"

namespace fdr::test {
namespace {

constexpr Type kToyType = Type::k32;

// Instances 1 to 3; the third comes later.
SampleRun Toy() {
  return ToyRun(
      kToyType,
      {{0, {{1, 1}, {2, 5}}}, {10, {{1, 4}, {2, 3}, {3, 0}}}, {20, {{1, 2}, {3, 8}}}, {30, {}}});
}

std::string Over(SeriesAxis axis, SeriesOp op, double number = 0, const SampleRun& run = Toy()) {
  SeriesNode node;
  node.op = op;
  node.axis = axis;
  node.number = number;
  return TextOf(IsChoice(op) ? kToyType : Type::kDouble, Aggregated(node, kToyType, run));
}

std::string OverTime(SeriesOp op, double number = 0) { return Over(SeriesAxis::kTime, op, number); }
std::string OverInstances(SeriesOp op, double number = 0) {
  return Over(SeriesAxis::kInstances, op, number);
}

TEST(RunAggregates, ExtremesHaveTheirStampsAndInstances) {
  EXPECT_EQ(OverTime(SeriesOp::kMaximum), "0: 1=4@10 2=5@0 3=8@20");
  EXPECT_EQ(OverTime(SeriesOp::kMinimum), "0: 1=1@0 2=3@10 3=0@10");
  EXPECT_EQ(OverInstances(SeriesOp::kMaximum), "0: 2=5; 10: 1=4; 20: 3=8; 30:");
  EXPECT_EQ(OverInstances(SeriesOp::kMinimum), "0: 1=1; 10: 3=0; 20: 1=2; 30:");
}

TEST(RunAggregates, OfEqualValuesTheFirstCounts) {
  const SampleRun same = ToyRun(kToyType, {{5, {{1, 7}, {2, 7}}}, {0, {{1, 7}, {2, 7}}}});
  EXPECT_EQ(Over(SeriesAxis::kTime, SeriesOp::kMaximum, 0, same), "5: 1=7@5 2=7@5");
  EXPECT_EQ(Over(SeriesAxis::kInstances, SeriesOp::kMinimum, 0, same), "5: 1=7; 0: 1=7");
  EXPECT_EQ(Over(SeriesAxis::kTime, SeriesOp::kTop, 1, same), "5: 1=7@5 2=7@5");
}

TEST(RunAggregates, SumsAreRealNumbers) {
  EXPECT_EQ(OverTime(SeriesOp::kSum), "0: 1=7 2=8 3=8");
  EXPECT_EQ(OverInstances(SeriesOp::kSum), "0: 6; 10: 7; 20: 10; 30:");
  EXPECT_EQ(OverTime(SeriesOp::kAverage), "0: 1=2.333333 2=4 3=4");
  EXPECT_EQ(OverInstances(SeriesOp::kAverage), "0: 3; 10: 2.333333; 20: 5; 30:");
  EXPECT_EQ(OverTime(SeriesOp::kDeviation), "0: 1=1.247219 2=1 3=4");
  EXPECT_EQ(OverInstances(SeriesOp::kDeviation), "0: 2; 10: 1.699673; 20: 3; 30:");
}

TEST(RunAggregates, TopHasASampleForEachRank) {
  EXPECT_EQ(OverTime(SeriesOp::kTop, 2), "0: 1=4@10 2=5@0 3=8@20; 0: 1=2@20 2=3@10 3=0@10");
  EXPECT_EQ(OverTime(SeriesOp::kTop, 9),
            "0: 1=4@10 2=5@0 3=8@20; 0: 1=2@20 2=3@10 3=0@10; 0: 1=1@0");
  EXPECT_EQ(OverTime(SeriesOp::kTop, 0), "");
  EXPECT_EQ(OverTime(SeriesOp::kTop, 1e30), OverTime(SeriesOp::kTop, 9));
  EXPECT_EQ(OverInstances(SeriesOp::kTop, 2), "0: 2=5 1=1; 10: 1=4 2=3; 20: 3=8 1=2; 30:");
}

// Ranks times instances would be too much work.
TEST(RunAggregates, TopTakesItsTimeOnlyForTheValues) {
  constexpr int kMany = 100'000;
  SampleRun run;
  run.Begin(At(0));
  for (int i = 0; i < kMany; ++i) run.Add(i, 1);
  for (int i = 0; i < kMany; ++i) {
    run.Begin(At(1));
    run.Add(0, 1);
  }
  SeriesNode node;
  node.op = SeriesOp::kTop;
  node.number = 1e9;
  const SampleRun top = Aggregated(node, kToyType, run);
  EXPECT_EQ(top.samples.size(), kMany + 1u);
  EXPECT_EQ(top.values.size(), 2u * kMany);
}

TEST(RunAggregates, APercentileIsOneOfTheValues) {
  std::vector<ToySample> samples;
  for (double i = 9; i >= 0; --i) samples.push_back({i, {{1, i + 1}}});
  const SampleRun run = ToyRun(kToyType, samples);
  constexpr std::pair<double, std::string_view> kRanks[] = {
      {0, "9: 1=1@0"},  {9, "9: 1=1@0"},   {10, "9: 1=2@1"},  {50, "9: 1=6@5"},
      {79, "9: 1=8@7"}, {99, "9: 1=10@9"}, {100, "9: 1=10@9"}};
  for (const auto& [percent, text] : kRanks)
    EXPECT_EQ(Over(SeriesAxis::kTime, SeriesOp::kPercentile, percent, run), text) << percent;
  EXPECT_EQ(OverInstances(SeriesOp::kPercentile, 50), "0: 2=5; 10: 2=3; 20: 3=8; 30:");
}

TEST(RunAggregates, OfNothingThereIsNothing) {
  for (const SeriesOp op : {SeriesOp::kMaximum, SeriesOp::kTop, SeriesOp::kSum})
    for (const SampleRun& run : {SampleRun(), ToyRun(kToyType, {{0, {}}})}) {
      EXPECT_EQ(Over(SeriesAxis::kTime, op, 3, run), "");
      EXPECT_EQ(Over(SeriesAxis::kInstances, op, 3, run), run.samples.empty() ? "" : "0:");
    }
}

// Above all values that fit in 32 bits with a sign, and real numbers.
TEST(RunAggregates, ValuesCompareByTheirType) {
  SeriesNode node;
  node.op = SeriesOp::kMaximum;
  const SampleRun large = ToyLine(Type::kU64, {1, 18446744073709549568.0, 2});
  EXPECT_EQ(TextOf(Type::kU64, Aggregated(node, Type::kU64, large)), "0: 1.844674e+19@1");
  const SampleRun negative = ToyLine(Type::kDouble, {-2.5, -1.5});
  EXPECT_EQ(TextOf(Type::kDouble, Aggregated(node, Type::kDouble, negative)), "0: -1.5@1");
}

TEST(RunAggregates, ASumThatIsNoNumberIsLeftOut) {
  SeriesNode node;
  node.op = SeriesOp::kSum;
  const SampleRun huge = ToyLine(Type::kDouble, {1e308, 1e308});
  EXPECT_EQ(TextOf(Type::kDouble, Aggregated(node, Type::kDouble, huge)), "0:");
}

TEST(RunAggregates, StampsOfAnAggregateGoOn) {
  SeriesNode over_time;
  over_time.op = SeriesOp::kMaximum;
  SeriesNode over_instances = over_time;
  over_instances.axis = SeriesAxis::kInstances;
  EXPECT_EQ(TextOf(kToyType,
                   Aggregated(over_instances, kToyType, Aggregated(over_time, kToyType, Toy()))),
            "0: 3=8@20");
  EXPECT_EQ(TextOf(kToyType,
                   Aggregated(over_time, kToyType, Aggregated(over_instances, kToyType, Toy()))),
            "0: 2=5@0 1=4@10 3=8@20");
}

}  // namespace
}  // namespace fdr::test
