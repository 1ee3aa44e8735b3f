// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/tape.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/damaged_record.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::tools {
namespace {

using test::At;
using test::Single;

constexpr MetricId kLevel = MetricId::Build(60, 0, 1);
constexpr MetricId kOther = MetricId::Build(60, 0, 2);

class TapeTest : public testing::Test {
 protected:
  // A record of the level at each of these times.
  void Record(const std::vector<double>& times) {
    for (const double time : times) archive_->Record(At(time), {Single(kLevel, std::uint64_t{1})});
  }
  Tape Open(std::int64_t interval = 0) {
    archive_.reset();
    context_ = std::move(*ArchiveContext::Open(base_));
    Tape tape(*context_, interval);
    tape.Follow(*context_, kLevel);
    return tape;
  }

  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "toy";
  std::unique_ptr<test::ArchiveBuilder> archive_ = [this] {
    auto archive = std::make_unique<test::ArchiveBuilder>(base_);
    archive->Metric({.name = "toy.level", .id = kLevel});
    archive->Metric({.name = "toy.other", .id = kOther});
    return archive;
  }();
  std::unique_ptr<ArchiveContext> context_;
};

TEST_F(TapeTest, StepsFromSampleToSampleOfItsMetric) {
  Record({0, 10});
  archive_->Record(At(15), {Single(kOther, std::uint64_t{1})});
  Record({20});
  Tape tape = Open();
  tape.GoTo(At(0));
  EXPECT_TRUE(tape.Step(Direction::kForward));
  EXPECT_EQ(tape.now(), At(10));
  EXPECT_EQ(tape.moment().before, At(0));
  EXPECT_TRUE(tape.Step(Direction::kForward));
  EXPECT_EQ(tape.now(), At(20));
  EXPECT_EQ(tape.moment().before, At(10));
  EXPECT_FALSE(tape.Step(Direction::kForward));
  EXPECT_EQ(tape.now(), At(20));
  EXPECT_TRUE(tape.Step(Direction::kBackward));
  EXPECT_EQ(tape.now(), At(10));
}

TEST_F(TapeTest, GoesOnBehindDamageAndReportsItOnce) {
  Record({0, 10, 20, 30, 40});
  archive_.reset();
  const std::uint64_t offset = test::DamageRecord(base_ + ".0", 2);
  std::vector<Problem> problems;
  ReplayOptions options;
  options.on_damage = [&](const Problem& problem) { problems.push_back(problem); };
  context_ = std::move(*ArchiveContext::Open(base_, options));
  Tape tape(*context_, 0);
  tape.Follow(*context_, kLevel);
  tape.GoTo(At(0));
  for (const int time : {10, 30, 40}) {
    EXPECT_TRUE(tape.Step(Direction::kForward));
    EXPECT_EQ(tape.now(), At(time));
  }
  for (const int time : {30, 10, 0}) {
    EXPECT_TRUE(tape.Step(Direction::kBackward));
    EXPECT_EQ(tape.now(), At(time));
  }
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].offset, offset);
  EXPECT_EQ(problems[0].file, base_ + ".0");
}

TEST_F(TapeTest, RecordsInABurstAreOneSample) {
  Record({0, 10, 10.003, 20, 20.002, 30, 30.004});
  Tape tape = Open();
  tape.GoTo(At(15));
  EXPECT_EQ(tape.now(), At(10.003));
  EXPECT_EQ(tape.moment().before, At(0));
  EXPECT_TRUE(tape.Step(Direction::kForward));
  EXPECT_EQ(tape.now(), At(20));
  EXPECT_TRUE(tape.Step(Direction::kBackward));
  EXPECT_EQ(tape.now(), At(10.003));
}

TEST_F(TapeTest, GoesToTheSampleAtOrBeforeATime) {
  Record({0, 10, 20});
  Tape tape = Open();
  tape.GoTo(At(10));
  EXPECT_EQ(tape.now(), At(10));
  tape.GoTo(At(19.9));
  EXPECT_EQ(tape.now(), At(10));
  tape.GoTo(At(1e6));
  EXPECT_EQ(tape.now(), At(20));
  tape.GoTo(At(-1e6));
  EXPECT_EQ(tape.now(), At(0));
  tape.GoTo(tape.Ahead(0.6));
  EXPECT_EQ(tape.now(), At(10));
}

TEST_F(TapeTest, WithAnIntervalStepsByIt) {
  Record({0, 10});
  Tape tape = Open(4 * kNanosPerSecond);
  tape.GoTo(At(3));
  EXPECT_TRUE(tape.Step(Direction::kForward));
  EXPECT_EQ(tape.now(), At(7));
  EXPECT_EQ(tape.moment().before, At(3));
  EXPECT_FALSE(tape.Step(Direction::kForward));
}

TEST_F(TapeTest, FindsInterruptions) {
  Record({0, 10});
  archive_->Mark(At(11));
  Record({50, 60});
  archive_->Mark(At(61));
  Record({90, 100});
  Tape tape = Open();
  tape.GoTo(At(0));
  EXPECT_TRUE(tape.GoToGap(Direction::kForward));
  EXPECT_EQ(tape.now(), At(50));
  EXPECT_TRUE(tape.moment().after_gap);
  EXPECT_TRUE(tape.GoToGap(Direction::kForward));
  EXPECT_EQ(tape.now(), At(90));
  EXPECT_FALSE(tape.GoToGap(Direction::kForward));
  EXPECT_EQ(tape.now(), At(90));
  EXPECT_TRUE(tape.GoToGap(Direction::kBackward));
  EXPECT_EQ(tape.now(), At(60));
  EXPECT_TRUE(tape.GoToGap(Direction::kBackward));
  EXPECT_EQ(tape.now(), At(10));
  EXPECT_FALSE(tape.GoToGap(Direction::kBackward));
}

}  // namespace
}  // namespace fdr::tools
