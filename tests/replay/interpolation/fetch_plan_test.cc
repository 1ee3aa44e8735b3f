// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/interpolation/fetch_plan.h"

#include <gtest/gtest.h>

#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"

namespace fdr {
namespace {

using test::ToyMetric;

class FetchPlanTest : public testing::Test {
 protected:
  void SetUp() override {
    test::WriteToy(directory_ / "a", R"(
      time    0   10
      x       1    2   instant
      y[0-2]  1    2   instant
      s       a    b   discrete string
    )");
    auto timeline = Timeline::Open(directory_ / "a");
    ASSERT_TRUE(timeline) << timeline.error().Message();
    timeline_ = std::move(*timeline);
  }

  const test::TempDirectory directory_;
  std::unique_ptr<Timeline> timeline_;
  const MetricId x_ = ToyMetric("x"), y_ = ToyMetric("y"), s_ = ToyMetric("s");
};

TEST_F(FetchPlanTest, AMetricRequestedTwiceIsPlannedOnce) {
  FetchPlan plan(*timeline_);
  plan.Request(std::vector{y_, x_, y_}, {});
  ASSERT_EQ(plan.requested().size(), 3u);
  EXPECT_EQ(plan.requested()[0]->desc.id, y_);
  EXPECT_EQ(plan.requested()[1]->desc.id, x_);
  EXPECT_EQ(plan.requested()[2], plan.requested()[0]);
  EXPECT_EQ(plan.distinct().size(), 2u);
  EXPECT_EQ(plan.size(), 2u);
}

TEST_F(FetchPlanTest, PlannedMetricsStayWhereTheyAre) {
  FetchPlan plan(*timeline_);
  plan.Request(std::vector{x_}, {});
  PlannedMetric* const x = plan.Find(x_);
  EXPECT_EQ(plan.Find(y_), nullptr);
  plan.Request(std::vector{s_, y_}, {});
  EXPECT_EQ(plan.Find(x_), x);
  EXPECT_EQ(plan.size(), 3u);
  EXPECT_EQ(plan.distinct().size(), 2u);
}

TEST_F(FetchPlanTest, SlotsAreThoseOfTheDomain) {
  FetchPlan plan(*timeline_);
  plan.Request(std::vector{x_, y_, s_}, {});
  EXPECT_EQ(plan.Find(x_)->bounds[kLow].bits().size(), 1u);
  EXPECT_EQ(plan.Find(y_)->bounds[kLow].bits().size(), 3u);
  EXPECT_TRUE(plan.Find(x_)->payloads.empty());
  EXPECT_EQ(plan.Find(s_)->payloads.size(), 1u) << "strings are kept";
}

TEST_F(FetchPlanTest, AMetricWithoutADescriptorIsNeverStale) {
  FetchPlan plan(*timeline_);
  const MetricId unknown = MetricId::Build(1, 2, 3);
  plan.Request(std::vector{unknown, x_}, {});
  EXPECT_EQ(plan.Find(unknown)->domain, nullptr);
  EXPECT_FALSE(plan.Find(unknown)->IsStaleAt(0));
  EXPECT_TRUE(plan.Find(x_)->IsStaleAt(0));
}

TEST_F(FetchPlanTest, ANewProfileMakesAllBoundsInvalid) {
  FetchPlan plan(*timeline_);
  plan.Request(std::vector{x_, y_}, {});
  for (PlannedMetric* metric : plan.distinct()) metric->holds_from = 0, metric->holds_to = 10;
  plan.Request(std::vector{x_, y_}, {});
  EXPECT_FALSE(plan.Find(y_)->IsStaleAt(5));
  Profile profile;
  profile.Exclude(test::ToyDomain("y"), {1});
  plan.Request(std::vector{x_, y_}, profile);
  EXPECT_TRUE(plan.Find(x_)->IsStaleAt(5));
  EXPECT_TRUE(plan.Find(y_)->IsStaleAt(5));
  EXPECT_EQ(plan.Find(y_)->domain->LivingAt(0)->instances, (std::vector<InstanceId>{0, 2}));
}

}  // namespace
}  // namespace fdr
