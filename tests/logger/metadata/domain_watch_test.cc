// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/logger/metadata/domain_watch.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

constexpr MetricId kA = MetricId::Build(60, 0, 1), kB = MetricId::Build(60, 0, 2);
constexpr InDomId kDisks = InDomId::Build(60, 1);

class DomainWatchTest : public testing::Test {
 protected:
  bool Needs(std::int64_t t, const std::vector<InstanceId>& instances, MetricId metric = kA) {
    values_.clear();
    for (const InstanceId id : instances) values_.push_back({.instance = id});
    return watch_.NeedsMembers(metric, kDisks, {t, 0}, values_);
  }

  // "1=a 2=b"
  std::string Members() const {
    std::string all;
    for (const Instance& member : watch_.Members(kDisks))
      all += (all.empty() ? "" : " ") + std::to_string(member.id) + "=" + std::string(member.name);
    return all;
  }

  DomainWatch watch_;
  std::vector<FetchedValue> values_;
};

TEST_F(DomainWatchTest, MembersAreAskedForWhenInstancesComeOrGo) {
  EXPECT_TRUE(Needs(1, {1, 2}));
  watch_.SetMembers(kDisks, {{3, "c"}, {1, "a"}, {2, "b"}});
  EXPECT_EQ(Members(), "1=a 2=b 3=c");
  EXPECT_FALSE(Needs(2, {1, 2}));
  EXPECT_TRUE(Needs(3, {1}));
  watch_.SetMembers(kDisks, {{1, "a"}});
  EXPECT_FALSE(Needs(4, {1}));
  EXPECT_TRUE(Needs(5, {1, 4}));
}

TEST_F(DomainWatchTest, OncePerTimeIsEnough) {
  EXPECT_TRUE(Needs(1, {1}));
  EXPECT_FALSE(Needs(1, {1, 2}, kB));
  watch_.SetMembers(kDisks, {{1, "a"}, {2, "b"}});
  EXPECT_FALSE(Needs(2, {1, 2}, kB));
}

TEST_F(DomainWatchTest, WithoutValuesNobodyIsAskedFor) { EXPECT_FALSE(Needs(1, {})); }

TEST_F(DomainWatchTest, WhereNobodyAnsweredTheNextValuesAskAgain) {
  EXPECT_TRUE(Needs(1, {1}));
  watch_.Forget(kDisks);
  watch_.KeepMembers(kDisks, values_);
  EXPECT_EQ(Members(), "1=1");
  EXPECT_TRUE(Needs(2, {1}));
  watch_.SetMembers(kDisks, {{1, "a"}});
  EXPECT_EQ(Members(), "1=a");
}

TEST_F(DomainWatchTest, WhoIsGoneAlreadyKeepsTheNameOrHasTheNumber) {
  EXPECT_TRUE(Needs(1, {1, 2}));
  watch_.SetMembers(kDisks, {{1, "a"}, {2, "b"}});
  EXPECT_TRUE(Needs(2, {1, 2, 7}));
  watch_.SetMembers(kDisks, {{1, "a"}});
  watch_.KeepMembers(kDisks, values_);
  EXPECT_EQ(Members(), "1=a 2=b 7=7");
}

}  // namespace
}  // namespace fdr
