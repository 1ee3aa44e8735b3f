// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/tape/tape_source.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using namespace std::chrono_literals;
using test::At;
using test::Single;

constexpr MetricId kTapedLoad = MetricId::Build(60, 2, 0), kTapedOther = MetricId::Build(60, 2, 1);

class TapeSourceTest : public testing::Test {
 protected:
  void SetUp() override {
    test::ArchiveBuilder archive(base_);
    archive.Metric({.name = "load", .id = kTapedLoad, .type = Type::kDouble})
        .Metric({.name = "other", .id = kTapedOther, .type = Type::kDouble});
    for (int i = 0; i < 5; ++i)
      archive.Record(At(i), {Single(kTapedLoad, 1.0 * i), Single(kTapedOther, 1.0)});
    archive.Mark(At(4.5));
    for (int i = 10; i < 15; ++i)
      archive.Record(At(i), {Single(kTapedLoad, 1.0 * i), Single(kTapedOther, 1.0)});
    archive.Record(At(14.001), {test::NoValues(kTapedOther)});  // as a recorder ends
    archive.Close();
    archive_ = std::move(*ArchiveContext::Open(base_));
  }

  TapeSource Tape(Timestamp from, bool recorded_stamps) {
    return TapeSource(*archive_, *archive_, TapeClock(At(0), At(14), from),
                      TapeOptions{recorded_stamps, Zone(), "toy"},
                      Clocks{[this] { return now_; }, [] { return At(500); }}, {});
  }
  static std::optional<double> LoadOf(TapeSource& tape) {
    FetchResult result;
    if (!tape.PresentFor(0).Fetch(std::vector{kTapedLoad}, result).value_or(false)) return {};
    if (result.sets()[0].count == 0) return {};
    return result.AllValues()[0].AsDouble();
  }

  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "toy";
  std::unique_ptr<ArchiveContext> archive_;
  std::chrono::nanoseconds now_ = 100s;
};

TEST_F(TapeSourceTest, TheEndIsTheLastSample) { EXPECT_EQ(*LastSampleOf(*archive_), At(14)); }

TEST_F(TapeSourceTest, ValuesAreThoseOfTheTapesTime) {
  TapeSource tape = Tape(At(1), false);
  EXPECT_EQ(LoadOf(tape), 1);
  tape.clock().Play(now_);
  now_ += 1500ms;
  EXPECT_EQ(LoadOf(tape), 2) << "that of 2.5 s";
}

TEST_F(TapeSourceTest, AGapHasNoValues) {
  TapeSource tape = Tape(At(7), false);
  EXPECT_EQ(LoadOf(tape), std::nullopt);
  tape.clock().GoTo(At(12), now_);
  EXPECT_EQ(LoadOf(tape), 12);
}

TEST_F(TapeSourceTest, TheEndHolds) {
  TapeSource tape = Tape(At(12), false);
  tape.clock().Play(now_);
  now_ += 1h;
  EXPECT_EQ(LoadOf(tape), 14);
}

TEST_F(TapeSourceTest, StampsAreThoseOfNowOrOfTheRecording) {
  EXPECT_EQ(Tape(At(1), false).StampFor(At(1)), At(500));
  EXPECT_EQ(Tape(At(1), true).StampFor(At(1)), At(1));
}

TEST_F(TapeSourceTest, ALookAtGrowthMovesTheEnd) {
  TapeSource tape = Tape(At(14), false);
  tape.Grow();
  EXPECT_EQ(tape.clock().end(), At(14)) << "nothing has been added";
}

}  // namespace
}  // namespace fdr
