// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/schedule/fetch_groups.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

constexpr InDomId kDiskDevices = InDomId::Build(60, 1);
constexpr InDomId kNets = InDomId::Build(60, 2);

LoggedMetric Logged(std::uint32_t item, InDomId indom, std::vector<InstanceId> instances = {}) {
  return {{"m" + std::to_string(item), MetricId::Build(60, 0, item), indom}, std::move(instances)};
}

// The metrics of each fetch: "0 1 / 2".
std::string Items(const std::vector<FetchGroup>& groups) {
  std::string all;
  for (const FetchGroup& group : groups) {
    if (!all.empty()) all += "/ ";
    for (const MetricId id : group.metrics) all += std::to_string(id.item()) + " ";
  }
  return all;
}

TEST(FetchGroupsTest, NothingTakesNoFetch) { EXPECT_TRUE(GroupForFetches({}).empty()); }

TEST(FetchGroupsTest, AllInstancesOfWhateverDomainTakeOne) {
  const std::vector<LoggedMetric> metrics = {Logged(0, {}), Logged(1, kDiskDevices),
                                             Logged(2, kDiskDevices), Logged(3, kNets)};
  const std::vector<FetchGroup> groups = GroupForFetches(metrics);
  EXPECT_EQ(Items(groups), "0 1 2 3 ");
  EXPECT_EQ(groups[0].profile, Profile());
}

TEST(FetchGroupsTest, OneSetOfInstancesTakesOne) {
  const std::vector<LoggedMetric> metrics = {Logged(0, kDiskDevices, {1, 2}), Logged(1, kNets),
                                             Logged(2, kDiskDevices, {1, 2})};
  const std::vector<FetchGroup> groups = GroupForFetches(metrics);
  EXPECT_EQ(Items(groups), "0 1 2 ");
  EXPECT_TRUE(groups[0].profile.Includes(kDiskDevices, 1));
  EXPECT_FALSE(groups[0].profile.Includes(kDiskDevices, 3));
  EXPECT_TRUE(groups[0].profile.Includes(kNets, 3));
}

TEST(FetchGroupsTest, OtherInstancesOfADomainTakeAnother) {
  const std::vector<LoggedMetric> metrics = {Logged(0, kDiskDevices),
                                             Logged(1, kDiskDevices, {1}),
                                             Logged(2, {}),
                                             Logged(3, kDiskDevices, {2}),
                                             Logged(4, kDiskDevices),
                                             Logged(5, kNets, {7}),
                                             Logged(6, kDiskDevices, {1}),
                                             Logged(7, kNets)};
  const std::vector<FetchGroup> groups = GroupForFetches(metrics);
  EXPECT_EQ(Items(groups), "0 2 4 5 / 1 6 7 / 3 ");
  EXPECT_TRUE(groups[0].profile.IncludesAll(kDiskDevices));
  EXPECT_FALSE(groups[0].profile.IncludesAll(kNets));
  EXPECT_TRUE(groups[1].profile.Includes(kDiskDevices, 1));
  EXPECT_TRUE(groups[2].profile.Includes(kDiskDevices, 2));
  EXPECT_FALSE(groups[2].profile.Includes(kDiskDevices, 1));
}

TEST(FetchGroupsTest, SoManyMetricsTakeSeveral) {
  std::vector<LoggedMetric> metrics(2 * kMostMetricsOfFetch + 1, Logged(0, {}));
  const std::vector<FetchGroup> groups = GroupForFetches(metrics);
  ASSERT_EQ(groups.size(), 3u);
  EXPECT_EQ(groups[0].metrics.size(), kMostMetricsOfFetch);
  EXPECT_EQ(groups[2].metrics.size(), 1u);
}

}  // namespace
}  // namespace fdr
