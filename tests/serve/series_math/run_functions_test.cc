// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/math/run_functions.h"

#include <gtest/gtest.h>

#include <limits>

#include "fdr/replay/serve/series/math/series_rules.h"
#include "fdr/tests/serve/series_math/toy_runs.h"

namespace fdr::test {
namespace {

// The values of a function of a line of numbers.
std::string Applied(SeriesNode node, Type type, const SampleRun& run, Units units = {}) {
  const Desc desc = {.id = {}, .type = type, .indom = {}, .units = units};
  const Result<BoundNode> bound = DescribeFunction(node, {.desc = desc, .name = "x", .id = "1234"});
  EXPECT_TRUE(bound) << bound.error().what;
  return TextOf(bound->desc.type, ApplyToValues(node, *bound, type, run));
}

std::string Applied(SeriesOp op, Type type, const std::vector<double>& numbers) {
  SeriesNode node;
  node.op = op;
  return Applied(node, type, ToyLine(type, numbers));
}

TEST(RunFunctions, AbsKeepsTheType) {
  EXPECT_EQ(Applied(SeriesOp::kAbsolute, Type::k32, {-5, 5}), "0: 5; 1: 5");
  EXPECT_EQ(Applied(SeriesOp::kAbsolute, Type::k32, {-2147483648.0}), "0: 2.147484e+09");
  EXPECT_EQ(Applied(SeriesOp::kAbsolute, Type::k64, {-7}), "0: 7");
  EXPECT_EQ(Applied(SeriesOp::kAbsolute, Type::kU64, {7}), "0: 7");
  EXPECT_EQ(Applied(SeriesOp::kAbsolute, Type::kFloat, {-0.5}), "0: 0.5");
  EXPECT_EQ(Applied(SeriesOp::kAbsolute, Type::kDouble, {-0.25}), "0: 0.25");
}

TEST(RunFunctions, FloorAndRoundLeaveIntegers) {
  EXPECT_EQ(Applied(SeriesOp::kFloor, Type::kDouble, {-1.5, 2.9}), "0: -2; 1: 2");
  EXPECT_EQ(Applied(SeriesOp::kRound, Type::kFloat, {-1.5, 2.5, 2.4}), "0: -2; 1: 3; 2: 2");
  EXPECT_EQ(Applied(SeriesOp::kFloor, Type::k32, {-7}), "0: -7");
  EXPECT_EQ(Applied(SeriesOp::kRound, Type::kU64, {7}), "0: 7");
}

TEST(RunFunctions, WhatIsNoNumberIsLeftOut) {
  EXPECT_EQ(Applied(SeriesOp::kLogarithm, Type::k32, {0, 1, -1}), "0:; 1: 0; 2:");
  EXPECT_EQ(Applied(SeriesOp::kSquareRoot, Type::kDouble, {-4, 4}), "0:; 1: 2");
}

TEST(RunFunctions, LogHasABase) {
  SeriesNode node;
  node.op = SeriesOp::kLogarithm;
  EXPECT_EQ(Applied(node, Type::kU32, ToyLine(Type::kU32, {8})), "0: 2.079442");
  node.number = 2;
  EXPECT_EQ(Applied(node, Type::kU32, ToyLine(Type::kU32, {8})), "0: 3");
}

TEST(RunFunctions, RescaleGivesRealNumbers) {
  SeriesNode node;
  node.op = SeriesOp::kRescale;
  node.units = {.dim_space = 1, .scale_space = 2};
  EXPECT_EQ(
      Applied(node, Type::kU32, ToyLine(Type::kU32, {900}), {.dim_space = 1, .scale_space = 1}),
      "0: 0.8789062");
}

TEST(RunFunctions, ValuesKeepTheirOwnStamps) {
  SampleRun run;
  run.Begin(At(0));
  run.AddStamped(1, BitsOf(-1.0), At(5));
  run.AddStamped(2, BitsOf(4.0), At(7));
  SeriesNode node;
  node.op = SeriesOp::kSquareRoot;
  EXPECT_EQ(Applied(node, Type::kDouble, run), "0: 2=2@7");
}

class RateTest : public testing::Test {
 protected:
  static std::string Rate(Type type, const SampleRun& run, Units units = {}) {
    const Desc desc = {
        .id = {}, .type = type, .indom = {}, .semantics = Semantics::kCounter, .units = units};
    SeriesNode node;
    node.op = SeriesOp::kRate;
    const Result<BoundNode> bound = DescribeFunction(node, {.desc = desc, .name = "x", .id = "1"});
    EXPECT_TRUE(bound);
    return TextOf(Type::kDouble, RateOf(*bound, desc, run));
  }
};

TEST_F(RateTest, HasTheStampsOfTheLaterSamples) {
  const SampleRun forward =
      ToyRun(Type::kU32, {{0, {{1, 100}}}, {10, {{1, 150}}}, {20, {{1, 250}}}});
  EXPECT_EQ(Rate(Type::kU32, forward), "10: 1=5; 20: 1=10");
  const SampleRun backward =
      ToyRun(Type::kU32, {{20, {{1, 250}}}, {10, {{1, 150}}}, {0, {{1, 100}}}});
  EXPECT_EQ(Rate(Type::kU32, backward), "20: 1=10; 10: 1=5");
}

TEST_F(RateTest, AFallIsAResetForNumbersWithASignToo) {
  for (const Type type : {Type::k32, Type::kU32, Type::k64}) {
    const SampleRun run = ToyRun(type, {{0, {{1, 100}}}, {10, {{1, 50}}}, {20, {{1, 250}}}});
    EXPECT_EQ(Rate(type, run), "10:; 20: 1=20");
  }
}

TEST_F(RateTest, OneSampleHasNone) {
  EXPECT_EQ(Rate(Type::kU32, ToyLine(Type::kU32, {100})), "");
  EXPECT_EQ(Rate(Type::kU32, SampleRun()), "");
}

TEST_F(RateTest, ACounterThatFallsHasNone) {
  EXPECT_EQ(Rate(Type::kU64, ToyLine(Type::kU64, {5, 9, 2, 3})), "1: 4; 2:; 3: 1");
}

TEST_F(RateTest, AnInstanceNeedsTwoSuccessiveSamples) {
  EXPECT_EQ(Rate(Type::kU32,
                 ToyRun(Type::kU32, {{0, {{1, 1}, {2, 5}}}, {1, {{2, 7}}}, {2, {{1, 9}, {2, 8}}}})),
            "1: 2=2; 2: 2=1");
}

TEST_F(RateTest, OfTimeIsAShare) {
  EXPECT_EQ(Rate(Type::kU32, ToyLine(Type::kU32, {0, 150}),
                 {.dim_time = 1, .scale_time = kMillisecondScale}),
            "1: 0.15");
}

TEST_F(RateTest, SamplesOfOneStampHaveNone) {
  EXPECT_EQ(Rate(Type::kU32, ToyRun(Type::kU32, {{0, {{1, 1}}}, {0, {{1, 5}}}})), "0:");
}

}  // namespace
}  // namespace fdr::test
