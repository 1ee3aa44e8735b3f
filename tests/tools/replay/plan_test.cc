// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/replay/plan.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/error_of.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::test {
namespace {

using tools::LastStep;
using tools::Plan;
using tools::ReplayCommand;

constexpr std::int64_t kSecond = kNanosPerSecond;

TEST(LastStepTest, IsOnTheGridAndNotBeyondTheBound) {
  EXPECT_EQ(LastStep(At(0), At(10), 3 * kSecond), At(9));
  EXPECT_EQ(LastStep(At(0.5), At(9.5), 3 * kSecond), At(9.5));
  EXPECT_EQ(LastStep(At(10), At(0), 3 * kSecond), At(1));
  EXPECT_EQ(LastStep(At(10.25), At(9), kSecond), At(9.25));
  EXPECT_EQ(LastStep(At(1), At(2), 5 * kSecond), At(1));
  // This distance in nanoseconds does not fit into 64 bits.
  EXPECT_EQ(LastStep({-9'000'000'000'000, 0}, {9'000'000'000'000, 5}, kSecond),
            (Timestamp{9'000'000'000'000, 0}));
}

class PlanTest : public testing::Test {
 protected:
  PlanTest() {
    const MetricId id = MetricId::Build(60, 0, 1);
    const std::string base = directory_ / "toy";
    {
      ArchiveBuilder archive(base);
      archive.Metric({.name = "toy.level", .id = id});
      for (const double t : {0, 10, 20}) archive.Record(At(t), {Single(id, 1)});
    }
    context_ = std::move(*ArchiveContext::Open(base));
  }

  Result<Plan> Make(const ReplayCommand& command) {
    return tools::MakePlan(command, *context_, Zone());
  }

  const TempDirectory directory_;
  std::unique_ptr<ArchiveContext> context_;
};

TEST_F(PlanTest, WithoutOptionsItIsAllRecords) {
  const Plan plan = Make({}).value();
  EXPECT_EQ(plan.mode(), Mode::kForward);
  EXPECT_EQ(plan.from, At(0));
  EXPECT_FALSE(plan.IsBeyond(At(20)));
  EXPECT_TRUE(plan.IsBeyond(At(20.1)));
}

TEST_F(PlanTest, ReverseBeginsAtTheEndAndOnTheGridOfAnInterval) {
  ReplayCommand command;
  command.reverse = true;
  EXPECT_EQ(Make(command)->from, At(20));
  EXPECT_EQ(Make(command)->mode(), Mode::kBackward);
  command.interval = "3s";
  EXPECT_EQ(Make(command)->from, At(18));
  EXPECT_TRUE(Make(command)->IsBeyond(At(-1)));
  command.origin = "7s";
  EXPECT_EQ(Make(command)->from, At(7));
}

TEST_F(PlanTest, WhatGrowsHasNoEndOrTheOneThatIsWanted) {
  ReplayCommand command;
  command.follow = true;
  EXPECT_FALSE(Make(command)->IsBeyond(At(1e6)));
  command.finish = "1h";
  EXPECT_FALSE(Make(command)->IsBeyond(At(3600)));
  EXPECT_TRUE(Make(command)->IsBeyond(At(3601)));
  command.finish = "-5s";
  EXPECT_TRUE(Make(command)->IsBeyond(At(16)));
}

TEST_F(PlanTest, IntervalsAreNeitherNothingNorForever) {
  ReplayCommand command;
  command.mode = "interpolated";
  EXPECT_EQ(Make(command)->step, kSecond);
  command.interval = "1000000w";
  EXPECT_EQ(ErrorOf(Make(command)),
            "-t: The interval must be less than 292 years, such as 10s, 5m or 100ms");
  command.interval = "0";
  EXPECT_EQ(ErrorOf(Make(command)),
            "-t: The interval must be more than 0, such as 10s, 5m or 100ms");
}

TEST_F(PlanTest, AWindowElsewhereIsNoticed) {
  ReplayCommand command;
  command.start = "1h";
  EXPECT_EQ(Make(command)->warning,
            "warning: The archive goes from 2023-11-14 22:13:20 to 2023-11-14 22:13:40");
  command.finish = "@2023-11-14 22:13:30";
  EXPECT_EQ(ErrorOf(Make(command)), "The time window ends before it starts");
  command = {};
  command.finish = "@1999-01-01";
  EXPECT_NE(Make(command)->warning, std::nullopt);
  command.start = "@1998-01-01";
  EXPECT_NE(Make(command)->warning, std::nullopt);
}

TEST_F(PlanTest, AnOriginOutsideTheWindowIsNoticed) {
  ReplayCommand command;
  command.start = "5s";
  command.origin = "3s";  // after the start of the window
  EXPECT_EQ(Make(command)->from, At(8));
  EXPECT_FALSE(Make(command)->warning);
  command.origin = "@22:13:21";
  EXPECT_EQ(Make(command)->from, At(5));
  EXPECT_EQ(Make(command)->warning,
            "warning: -O lies outside the window: it begins at its start, 2023-11-14 "
            "22:13:25.000");
  command.origin = "1h";
  EXPECT_EQ(Make(command)->from, At(20));
  EXPECT_EQ(Make(command)->warning,
            "warning: -O lies outside the window: it begins at its end, 2023-11-14 "
            "22:13:40.000");
}

TEST_F(PlanTest, AnAlignmentThatDoesNotFitIsPointedAt) {
  ReplayCommand command;
  command.align = "1h";
  EXPECT_EQ(Make(command)->warning,
            "warning: The rows begin at no multiple:\n"
            "  1h\n"
            "  ^ -- alignment specified by -A switch could not be applied");
}

}  // namespace
}  // namespace fdr::test
