// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/interpolation/bound_search.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"

namespace fdr {
namespace {

using test::At;
using test::ToyMetric;

class BoundSearchTest : public testing::Test {
 protected:
  static constexpr RelativeTime kSecond = kNanosPerSecond;

  void Open(std::string_view picture) {
    test::WriteToy(directory_ / "a", picture);
    OpenNames(directory_ / "a");
  }
  void OpenNames(const std::string& names) {
    auto timeline = Timeline::Open(names);
    ASSERT_TRUE(timeline) << timeline.error().Message();
    timeline_ = std::move(*timeline);
    plan_.emplace(*timeline_);
    search_.emplace(*timeline_, MarkRule(), *plan_);
    plan_->Request(std::vector{ToyMetric("x")}, {});
  }

  Result<bool> Find(double t) { return search_->Find(At(t), plan_->distinct()); }

  // The low and the high bound at t: "10 20" for two values, "mark@25", "nothing".
  std::string BoundsAt(double t) {
    const Result<bool> found = Find(t);
    if (!found || !*found) return found ? "new damage" : found.error().Message();
    return Text(kLow) + ' ' + Text(kHigh);
  }
  std::string Text(Side side) const {
    const Bound bound = plan_->Find(ToyMetric("x"))->bounds[side].At(0);
    const std::string time = std::to_string(bound.event.time / kSecond);
    if (bound.event.kind == EventKind::kNothing) return "nothing";
    return bound.event.kind == EventKind::kMark ? "mark@" + time : time;
  }

  const test::TempDirectory directory_;
  std::unique_ptr<Timeline> timeline_;
  std::optional<FetchPlan> plan_;
  std::optional<BoundSearch> search_;
};

// The picture of bounds.h.
constexpr std::string_view kPicture = R"(
  time   0  10  20  25  30
  x      .   1   2   |   3   instant
  other  1   .   .   |   .   instant
)";

TEST_F(BoundSearchTest, TheBoundsAreTheNearestEventsOnBothSides) {
  Open(kPicture);
  EXPECT_EQ(BoundsAt(12), "10 20");
  EXPECT_EQ(BoundsAt(20), "20 mark@25");
  EXPECT_EQ(BoundsAt(22), "20 mark@25");
  EXPECT_EQ(BoundsAt(27), "mark@25 30");
  EXPECT_EQ(BoundsAt(35), "30 nothing");
  EXPECT_EQ(BoundsAt(5), "nothing 10");
  EXPECT_EQ(BoundsAt(10), "10 20");
}

TEST_F(BoundSearchTest, RecordsWithoutTheMetricAreWalkedOver) {
  Open(R"(
    time   0  10  20  30  40  50
    x      1   .   -   !   .   6   instant
    other  1   2   3   4   5   6   instant
  )");
  EXPECT_EQ(BoundsAt(25), "0 50");
}

TEST_F(BoundSearchTest, AMarkAtTheTimeItselfLeavesTheValueBeforeIt) {
  Open(R"(
    time  0  20  20  30
    x     1   2   |   3   instant
  )");
  EXPECT_EQ(BoundsAt(20), "20 20") << "the value holds at 20 and at no other time";
  EXPECT_EQ(BoundsAt(21), "mark@20 30");
}

TEST_F(BoundSearchTest, AMarkThatTheRuleIgnoresIsNoBound) {
  Open(kPicture);
  search_.emplace(*timeline_, MarkRule{.ignore_up_to = 10 * kSecond}, *plan_);
  EXPECT_EQ(BoundsAt(22), "20 30");
}

TEST_F(BoundSearchTest, BetweenTwoArchivesThereIsAMark) {
  test::WriteToy(directory_ / "a", "time 0 10\nx 1 2 instant\n");
  test::WriteToy(directory_ / "b", "time 30 40\nx 3 4 instant\n");
  OpenNames(directory_.path());
  EXPECT_EQ(BoundsAt(5), "0 10");
  EXPECT_EQ(BoundsAt(35), "30 40");
  const Result<bool> found = Find(20);
  ASSERT_TRUE(found && *found);
  EXPECT_EQ(plan_->Find(ToyMetric("x"))->bounds[kLow].At(0).event.kind, EventKind::kMark);
  EXPECT_EQ(plan_->Find(ToyMetric("x"))->holds_to, 30 * kSecond) << "where the other one begins";
}

// A record that cannot be decoded is known as damage only once it is met.
TEST_F(BoundSearchTest, NewDamageEndsTheSearchAndForgetsAllBounds) {
  test::WriteToy(directory_ / "a", R"(
    time  0  10  20  30  40
    x     1   2   3   4   5   instant
  )");
  ByteBuffer data = test::ReadFile(directory_ / "a.0");
  const std::uint64_t record = (data.size() - LabelSize(Version::k3)) / 5;
  // The number of sets of the record at 20 becomes too large.
  StoreU32(data.data() + LabelSize(Version::k3) + 2 * record + 16, 1000);
  test::WriteFile(directory_ / "a.0", data);
  OpenNames(directory_ / "a");
  EXPECT_EQ(BoundsAt(5), "0 10");
  EXPECT_EQ(BoundsAt(15), "new damage");
  EXPECT_TRUE(plan_->Find(ToyMetric("x"))->IsStaleAt(5 * kSecond));
  EXPECT_EQ(BoundsAt(15), "mark@10 30") << "the mark is 1 ns behind the record at 10";
  EXPECT_EQ(BoundsAt(10), "10 mark@10");
}

TEST_F(BoundSearchTest, ASearchLeavesBoundsThatHold) {
  Open(kPicture);
  EXPECT_EQ(BoundsAt(12), "10 20");
  plan_->Find(ToyMetric("x"))->bounds[kLow].bits()[0] = 77;
  EXPECT_EQ(BoundsAt(15), "10 20");
  EXPECT_EQ(plan_->Find(ToyMetric("x"))->bounds[kLow].bits()[0], 77u);
}

}  // namespace
}  // namespace fdr
