// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/timeline/mark_search.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"

namespace fdr {
namespace {

using test::At;

class MarkSearchTest : public testing::Test {
 protected:
  void Open(MarkRule rule = {}) {
    auto timeline = Timeline::Open(directory_.path());
    ASSERT_TRUE(timeline) << timeline.error().Message();
    timeline_ = std::move(*timeline);
    search_.emplace(*timeline_, rule);
  }

  bool Between(double a, double b) {
    const Result<bool> found = search_->Between(At(a), At(b));
    EXPECT_TRUE(found) << found.error().Message();
    return found.value_or(false);
  }

  const test::TempDirectory directory_;
  std::unique_ptr<Timeline> timeline_;
  std::optional<MarkSearch> search_;
};

constexpr std::string_view kPicture = R"(
  time  0  10  15  20  30
  x     1   2   |   3   4   instant
)";

TEST_F(MarkSearchTest, AMarkCountsBehindTheEarlierTimeUpToTheLater) {
  test::WriteToy(directory_ / "a", kPicture);
  Open();
  EXPECT_FALSE(Between(0, 14));
  EXPECT_TRUE(Between(0, 15));
  EXPECT_TRUE(Between(14, 16));
  EXPECT_FALSE(Between(15, 30));
}

TEST_F(MarkSearchTest, TheTimesMayComeInAnyOrder) {
  test::WriteToy(directory_ / "a", kPicture);
  Open();
  EXPECT_TRUE(Between(20, 10));
  EXPECT_FALSE(Between(30, 20));
}

TEST_F(MarkSearchTest, AMarkThatTheRuleIgnoresDoesNotCount) {
  test::WriteToy(directory_ / "a", kPicture);
  Open({.ignore_up_to = 10 * kNanosPerSecond});
  EXPECT_FALSE(Between(0, 30));
}

TEST_F(MarkSearchTest, BetweenTwoArchivesThereIsAMark) {
  test::WriteToy(directory_ / "a", "time 0 10\nx 1 2 instant\n");
  test::WriteToy(directory_ / "b", "time 30 40\nx 3 4 instant\n");
  Open();
  EXPECT_FALSE(Between(0, 10));
  EXPECT_TRUE(Between(5, 35));
  EXPECT_FALSE(Between(30, 40));
}

TEST_F(MarkSearchTest, WhereTwoArchivesOverlapTheMarkBetweenThemCounts) {
  test::WriteToy(directory_ / "a", "time 0 10 20 30\nx 1 2 3 4 instant\n");
  test::WriteToy(directory_ / "b", "time 15 25\nx 5 6 instant\n");
  Open();
  EXPECT_TRUE(Between(12, 18)) << "though its stamp is behind 30";
  EXPECT_FALSE(Between(16, 25));
}

}  // namespace
}  // namespace fdr
