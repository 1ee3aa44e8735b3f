// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/math/run_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "fdr/replay/serve/series/math/series_rules.h"
#include "fdr/tests/serve/series_math/toy_runs.h"

namespace fdr::test {
namespace {

using Times = std::vector<double>;

SampleRun RunAt(const Times& times) {
  SampleRun run;
  for (const double time : times) run.Begin(At(time));
  return run;
}

using TimePairs = std::vector<std::pair<double, double>>;

TimePairs Nearest(const Times& left, const Times& right) {
  TimePairs pairs;
  for (const auto& [i, k] : NearestPairs(RunAt(left).samples, RunAt(right).samples))
    pairs.emplace_back(left[i], right[k]);
  return pairs;
}

TEST(RunPairs, EqualStampsArePairs) {
  EXPECT_EQ(Nearest({1, 2, 3}, {1, 2, 3}), (TimePairs{{1, 1}, {2, 2}, {3, 3}}));
  EXPECT_EQ(Nearest({1, 2, 3}, {1, 3}), (TimePairs{{1, 1}, {3, 3}}));
  EXPECT_EQ(Nearest({}, {1}), TimePairs());
  EXPECT_EQ(Nearest({1}, {}), TimePairs());
}

TEST(RunPairs, EachIsTheNearestOfTheOther) {
  EXPECT_EQ(Nearest({0, 5, 10, 15}, {3, 13}), (TimePairs{{5, 3}, {15, 13}}));
  EXPECT_EQ(Nearest({3, 13}, {0, 5, 10, 15}), (TimePairs{{3, 5}, {13, 15}}));
  EXPECT_EQ(Nearest({0, 10, 20}, {0.1, 10.1, 19.9}), (TimePairs{{0, 0.1}, {10, 10.1}, {20, 19.9}}));
  EXPECT_EQ(Nearest({1}, {100}), (TimePairs{{1, 100}}));
}

TEST(RunPairs, TheEarlierOneIsNearer) {
  EXPECT_EQ(Nearest({5}, {0, 10}), (TimePairs{{5, 0}}));
  EXPECT_EQ(Nearest({10, 5}, {10, 0}), (TimePairs{{10, 10}, {5, 0}}));
}

TEST(RunPairs, BackwardIsTheSameTheOtherWayRound) {
  std::mt19937 random(7);
  for (int round = 0; round < 500; ++round) {
    const auto times = [&random] {
      Times all(random() % 12);
      for (double& time : all) time = static_cast<double>(random() % 20) / 2;
      std::ranges::sort(all);
      return all;
    };
    Times left = times(), right = times();
    left.erase(std::unique(left.begin(), left.end()), left.end());
    right.erase(std::unique(right.begin(), right.end()), right.end());
    TimePairs forward = Nearest(left, right);
    // Beside the definition itself.
    const auto nearest = [](double time, const Times& among) {
      return *std::ranges::min_element(among, {},
                                       [time](double one) { return std::fabs(one - time); });
    };
    TimePairs defined;
    for (const double time : left)
      if (!right.empty() && nearest(nearest(time, right), left) == time)
        defined.emplace_back(time, nearest(time, right));
    EXPECT_EQ(forward, defined);
    std::ranges::reverse(left);
    std::ranges::reverse(right);
    std::ranges::reverse(forward);
    EXPECT_EQ(Nearest(left, right), forward);
  }
}

TEST(RunPairs, InOrderTheNumbersMustBeTheSame) {
  const SampleRun two = RunAt({1, 2}), three = RunAt({7, 8, 9});
  EXPECT_EQ(PairsInOrder(two.samples, two.samples)->size(), 2u);
  const auto pairs = PairsInOrder(two.samples, three.samples);
  ASSERT_FALSE(pairs);
  EXPECT_EQ(pairs.error().what, "operands have different numbers of samples: 2 and 3");
}

class CombineTest : public testing::Test {
 protected:
  static constexpr Type kType = Type::kDouble;

  static Desc DescOf(bool has_instances, Type type = kType) {
    Desc desc;
    desc.type = type;
    if (has_instances) desc.indom = InDomId::Build(1, 1);
    return desc;
  }

  static std::string Combined(SeriesOp op, const SampleRun& left, const Desc& left_desc,
                              const SampleRun& right, const Desc& right_desc) {
    const auto bound = DescribeOperator(op, {left_desc, "a", "1"}, {right_desc, "b", "2"});
    EXPECT_TRUE(bound) << bound.error().what;
    return TextOf(bound->desc.type,
                  CombineRuns(DerivedOp(op), *bound, {left, left_desc}, {right, right_desc},
                              NearestPairs(left.samples, right.samples)));
  }
};

TEST_F(CombineTest, InstancesOfBothSidesAreCombined) {
  const SampleRun left = ToyRun(kType, {{0, {{1, 10}, {2, 20}}}, {1, {{2, 40}, {3, 50}}}});
  const SampleRun right = ToyRun(kType, {{0, {{2, 2}, {1, 5}}}, {1, {{3, 5}}}});
  const Desc desc = DescOf(true);
  EXPECT_EQ(Combined(SeriesOp::kAdd, left, desc, right, desc), "0: 1=15 2=22; 1: 3=55");
  EXPECT_EQ(Combined(SeriesOp::kSubtract, left, desc, right, desc), "0: 1=5 2=18; 1: 3=45");
  EXPECT_EQ(Combined(SeriesOp::kMultiply, left, desc, right, desc), "0: 1=50 2=40; 1: 3=250");
  EXPECT_EQ(Combined(SeriesOp::kDivide, left, desc, right, desc), "0: 1=2 2=10; 1: 3=10");
}

TEST_F(CombineTest, OneValueGoesWithEachInstance) {
  const SampleRun set = ToyRun(kType, {{0, {{1, 10}, {2, 20}}}});
  const SampleRun one = ToyRun(kType, {{0, {{kSingular, 5}}}});
  EXPECT_EQ(Combined(SeriesOp::kDivide, set, DescOf(true), one, DescOf(false)), "0: 1=2 2=4");
  EXPECT_EQ(Combined(SeriesOp::kDivide, one, DescOf(false), set, DescOf(true)), "0: 1=0.5 2=0.25");
}

TEST_F(CombineTest, IntegersDoNotWrap) {
  const Desc u32 = DescOf(false, Type::kU32), i32 = DescOf(false, Type::k32),
             u64 = DescOf(false, Type::kU64);
  const auto line = [](Type type, double number) { return ToyLine(type, {number}); };
  EXPECT_EQ(Combined(SeriesOp::kSubtract, line(Type::kU32, 3), u32, line(Type::kU32, 5), u32),
            "0: -2");
  EXPECT_EQ(Combined(SeriesOp::kMultiply, line(Type::k32, -3), i32, line(Type::kU32, 5), u32),
            "0: -15");
  EXPECT_EQ(Combined(SeriesOp::kMultiply, line(Type::kU32, 4e9), u32, line(Type::kU32, 4e9), u32),
            "0: 1.6e+19");
  EXPECT_EQ(Combined(SeriesOp::kSubtract, line(Type::kU64, 3), u64, line(Type::kU64, 5), u64),
            "0: -2");
  EXPECT_EQ(Combined(SeriesOp::kAdd, line(Type::kU64, 1e19), u64, line(Type::k32, -5), i32),
            "0: 1e+19");
  EXPECT_EQ(Combined(SeriesOp::kAdd, line(Type::kU64, 1e19), u64, line(Type::kU32, 5), u32),
            "0: 1e+19");
}

TEST_F(CombineTest, WhatIsNoNumberIsLeftOut) {
  const SampleRun left = ToyLine(kType, {1, 0, 6}), right = ToyLine(kType, {0, 0, 2});
  const Desc desc = DescOf(false);
  // 0 / 0 is 0, as in derived metrics.
  EXPECT_EQ(Combined(SeriesOp::kDivide, left, desc, right, desc), "0:; 1: 0; 2: 3");
}

TEST_F(CombineTest, ScalesAreConverted) {
  Desc kilo = DescOf(false), mega = DescOf(false);
  kilo.units = {.dim_space = 1, .scale_space = 1};
  mega.units = {.dim_space = 1, .scale_space = 2};
  EXPECT_EQ(Combined(SeriesOp::kAdd, ToyLine(kType, {512}), kilo, ToyLine(kType, {1}), mega),
            "0: 1.5");
}

TEST_F(CombineTest, StampsAreThoseOfTheLeftSide) {
  SampleRun left, right;
  left.Begin(At(0));
  left.AddStamped(1, BitsOf(1.0), At(5));
  left.AddStamped(2, BitsOf(2.0), At(7));
  right.Begin(At(0));
  right.AddStamped(2, BitsOf(20.0), At(8));
  const Desc desc = DescOf(true);
  EXPECT_EQ(Combined(SeriesOp::kAdd, left, desc, right, desc), "0: 2=22@7");
  const SampleRun one = ToyLine(kType, {3});
  EXPECT_EQ(Combined(SeriesOp::kAdd, left, desc, one, DescOf(false)), "0: 1=4@5 2=5@7");
  EXPECT_EQ(Combined(SeriesOp::kAdd, one, DescOf(false), left, desc), "0: 1=4 2=5");
}

TEST_F(CombineTest, AConstantGoesWithEverySample) {
  const SampleRun run = ToyRun(kType, {{3, {{1, 1}, {2, 2}}}, {4, {{1, 3}}}});
  SampleRun constant;
  constant.Begin({});
  constant.Add(kSingular, 2);
  Desc two;
  two.type = Type::k32;
  const auto bound = DescribeOperator(SeriesOp::kSubtract,
                                      {.desc = two, .name = "2", .id = "", .is_constant = true},
                                      {.desc = DescOf(true), .name = "a", .id = "1"});
  ASSERT_TRUE(bound);
  EXPECT_EQ(TextOf(kType, CombineWithConstant(Op::kSubtract, *bound, {constant, two},
                                              {run, DescOf(true)}, true)),
            "3: 1=1 2=0; 4: 1=-1");
}

}  // namespace
}  // namespace fdr::test
