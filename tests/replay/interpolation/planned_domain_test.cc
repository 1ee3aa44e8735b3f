// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/interpolation/planned_domain.h"

#include <gtest/gtest.h>

#include "fdr/replay/timeline/timeline.h"
#include "fdr/tests/support/archive_builder.h"
#include "fdr/tests/support/temp_directory.h"

namespace fdr {
namespace {

using test::At;

constexpr InDomId kSmall = InDomId::Build(1, 1), kLarge = InDomId::Build(1, 2);
constexpr MetricId kMetric{1};

// In kSmall, the instances 1 and 2 live up to 10, and 2 and 3 from 10 on.  In kLarge, the instances
// 0 to 19 live up to 10, 5 to 24 from 10 on, and 5 to 9 from 20 on.
class PlannedDomainTest : public testing::Test {
 protected:
  void SetUp() override {
    const std::string base = directory_ / "a";
    {
      test::ArchiveBuilder archive(base, Version::k3);
      archive.Metric({.name = "m", .id = kMetric});
      const auto record = [&](double t) {
        archive.Record(At(t), {test::Single(kMetric, std::int64_t{1})});
      };
      archive.InDom(At(0), kSmall, {{1, "one"}, {2, "two"}}).InDom(At(0), kLarge, Members(0, 20));
      record(0);
      archive.InDom(At(10), kSmall, {{2, "two"}, {3, "three"}});
      archive.InDom(At(10), kLarge, Members(5, 25));
      record(10);
      archive.InDom(At(20), kLarge, Members(5, 10));
      record(20);
    }
    auto timeline = Timeline::Open(base);
    ASSERT_TRUE(timeline) << timeline.error().Message();
    timeline_ = std::move(*timeline);
  }

  static InstanceList Members(int begin, int end) {
    InstanceList members;
    for (int i = begin; i < end; ++i) members.push_back({i, "an instance"});
    return members;
  }
  PlannedDomain Domain(InDomId id) const {
    return {*timeline_->metadata().FindInDom(id), TimeScale(At(0))};
  }

  const test::TempDirectory directory_;
  std::unique_ptr<Timeline> timeline_;
};

constexpr RelativeTime kSecond = kNanosPerSecond;

TEST_F(PlannedDomainTest, OneValueHasOneSlot) {
  PlannedDomain domain = PlannedDomain::Singular();
  domain.Apply(Profile());
  EXPECT_EQ(domain.LivingAt(0)->instances, std::vector<InstanceId>{kSingular});
  EXPECT_EQ(PlannedDomain().LivingAt(0)->slots.size(), 0u);
}

TEST_F(PlannedDomainTest, InSmallDomainsAllLiveAlways) {
  PlannedDomain domain = Domain(kSmall);
  const auto living = domain.LivingAt(5 * kSecond);
  EXPECT_EQ(living->instances, (std::vector<InstanceId>{1, 2, 3}));
  EXPECT_EQ(domain.LivingAt(kBeforeAll + 1), living);
  EXPECT_EQ(domain.LivingAt(kAfterAll - 1), living);
  EXPECT_EQ(domain.FindSlot(3), 2u);
  EXPECT_EQ(domain.FindSlot(4), std::nullopt);
}

TEST_F(PlannedDomainTest, InLargeOnesInstancesLiveFromTheirBirthToTheirDeath) {
  PlannedDomain domain = Domain(kLarge);
  const auto early = domain.LivingAt(5 * kSecond);
  EXPECT_EQ(early->slots.size(), 20u);
  EXPECT_EQ(early->instances.front(), 0);
  EXPECT_EQ(early->from, 0);
  EXPECT_EQ(early->to, 10 * kSecond);
  // At 10 some instances die and others are born: all of them live at that time.
  EXPECT_EQ(domain.LivingAt(10 * kSecond)->slots.size(), 25u);
  const auto late = domain.LivingAt(10 * kSecond + 1);
  EXPECT_EQ(late->slots.size(), 20u);
  EXPECT_EQ(late->from, 10 * kSecond + 1);
  EXPECT_EQ(late->to, 20 * kSecond + 1);
  EXPECT_EQ(late->last_birth, 10 * kSecond);
  EXPECT_EQ(late->first_death, 20 * kSecond);
  EXPECT_EQ(domain.LivingAt(20 * kSecond), late);
  EXPECT_EQ(domain.LivingAt(25 * kSecond)->slots, (std::vector<std::uint32_t>{5, 6, 7, 8, 9}));
  EXPECT_EQ(domain.LivingAt(-1)->slots.size(), 0u);
}

TEST_F(PlannedDomainTest, WhatAProfileLeavesOutDoesNotLive) {
  Profile profile;
  profile.Exclude(kLarge, {5, 7});
  PlannedDomain domain = Domain(kLarge);
  domain.Apply(profile);
  EXPECT_EQ(domain.LivingAt(25 * kSecond)->instances, (std::vector<InstanceId>{6, 8, 9}));
  domain.Apply(Profile());
  EXPECT_EQ(domain.LivingAt(25 * kSecond)->slots.size(), 5u);
}

}  // namespace
}  // namespace fdr
