// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/tools/view/time_strip.h"

#include <gtest/gtest.h>

#include <limits>

#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr::tools {
namespace {

using test::At;
using test::Single;

constexpr MetricId kCounter = MetricId::Build(60, 0, 1);
constexpr MetricId kBetween = MetricId::Build(60, 0, 2);
constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
using Columns = std::vector<std::optional<double>>;

class TimeStripTest : public testing::Test {
 protected:
  TimeStripTest() {
    archive_.Metric({.name = "toy.counter",
                     .id = kCounter,
                     .type = Type::kU64,
                     .semantics = Semantics::kCounter});
    archive_.Metric({.name = "toy.other", .id = kBetween});
  }
  // The counter grows by the number of the second, in each second.
  void Record(int first, int behind) {
    for (int second = first; second < behind; ++second)
      archive_.Record(At(second), {Single(kCounter, std::int64_t{second} * (second + 1) / 2)});
    EXPECT_TRUE(archive_.writer().Sync());
  }
  std::unique_ptr<TimeStrip> Open() {
    if (!context_) context_ = std::move(*ArchiveContext::Open(base_));
    return std::move(*TimeStrip::Open(*context_, {"toy", {"toy.counter"}}));
  }
  static Columns ColumnsAfter(TimeStrip& strip, int end) {
    EXPECT_TRUE(strip.Read(At(0), At(end), kAll).value_or(false));
    return strip.Columns(10);
  }

  const test::TempDirectory directory_;
  const std::string base_ = directory_ / "toy";
  test::ArchiveBuilder archive_{base_};
  std::unique_ptr<ArchiveContext> context_;
};

TEST_F(TimeStripTest, ReadsAPartAtATime) {
  Record(0, 1001);
  const auto whole = Open(), strip = Open();
  int parts = 1;
  while (!*strip->Read(At(0), At(1000), 100)) ++parts;
  EXPECT_EQ(parts, 11);
  EXPECT_EQ(strip->Columns(10), ColumnsAfter(*whole, 1000));
  EXPECT_EQ(strip->Columns(1), Columns{1000});
}

TEST_F(TimeStripTest, GoesOnBehindWhatItHasRead) {
  Record(0, 1001);
  const auto strip = Open();
  ColumnsAfter(*strip, 1000);
  Record(1001, 1051);
  ASSERT_EQ(context_->EndTime(), At(1050));
  EXPECT_TRUE(*strip->Read(At(0), At(1050), 60)) << "the first records were read again";
  EXPECT_EQ(strip->Columns(10), ColumnsAfter(*Open(), 1050));
}

// The value at the last record of another metric is known as soon as the counter comes again.
TEST_F(TimeStripTest, WhatTheEndLackedIsReadAgain) {
  Record(0, 2);
  for (int second = 2; second < 10; ++second)
    archive_.Record(At(second), {Single(kBetween, std::uint64_t{1})});
  ASSERT_TRUE(archive_.writer().Sync());
  const auto strip = Open();
  ColumnsAfter(*strip, 9);
  Record(10, 11);
  ASSERT_EQ(context_->EndTime(), At(10));
  const Columns columns = ColumnsAfter(*strip, 10);
  EXPECT_EQ(columns, ColumnsAfter(*Open(), 10));
  for (const auto& column : columns) EXPECT_TRUE(column);
}

TEST_F(TimeStripTest, ThereIsNoRateOverAGapBetweenTwoParts) {
  Record(0, 100);
  archive_.Mark(At(99.5));
  Record(1000, 1002);
  const auto whole = Open(), strip = Open();
  while (!*strip->Read(At(0), At(1001), 1)) {
  }
  const Columns columns = strip->Columns(10);
  EXPECT_EQ(columns, ColumnsAfter(*whole, 1001));
  EXPECT_FALSE(columns[5]);
}

// A clock that is read a little late would say more.
TEST(TimeStripShareTest, PartsOfTheTimeAreAtMostAllOfIt) {
  const test::TempDirectory directory;
  const std::string base = directory / "toy";
  test::ArchiveBuilder archive(base);
  archive.Metric({.name = "toy.busy",
                  .id = kCounter,
                  .type = Type::kU64,
                  .semantics = Semantics::kCounter,
                  .units = Units{.dim_time = 1, .scale_time = kMillisecondScale}});
  for (int second = 0; second <= 20; ++second)
    archive.Record(At(second), {Single(kCounter, std::int64_t{second} * 1024)});
  archive.Close();
  const auto context = std::move(*ArchiveContext::Open(base));
  for (const bool is_share : {true, false}) {
    const PageStrip shown{.title = "toy", .expressions = {"toy.busy"}, .is_share = is_share};
    const auto strip = std::move(*TimeStrip::Open(*context, shown));
    EXPECT_TRUE(strip->Read(At(0), At(20), kAll).value_or(false));
    EXPECT_EQ(strip->Columns(1), Columns{is_share ? 1000 : 1024});
  }
}

// A sign where a part begins, another colour as far as it goes.
TEST_F(TimeStripTest, MarksPartsOfTheTime) {
  Record(0, 101);
  const auto strip = Open();
  ASSERT_TRUE(strip->Read(At(0), At(100), kAll).value_or(false));
  Frame frame({50, 2}, true);
  const std::vector<MarkedTime> marked = {{At(20), At(31)}, {At(99.9), At(200)}};
  strip->Draw(frame, 0, {At(0), At(0)}, Zone::FromTz("UTC"), marked);
  for (int column = 0; column < 50; ++column) {
    const bool is_marked = (column >= 10 && column <= 15) || column == 49;
    EXPECT_EQ(frame.At(0, column).ink, is_marked ? Ink::kFull : Ink::kGood) << column;
    EXPECT_EQ(frame.At(0, column).text == "!", column == 10 || column == 49) << column;
  }
}

}  // namespace
}  // namespace fdr::tools
