// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/sources/trace/trace_tags.h"

#include <gtest/gtest.h>

#include <string>

namespace fdr {
namespace {

using std::chrono::seconds;

// A period of 10 s in five buckets of 2 s.
class TraceTagsTest : public testing::Test {
 protected:
  bool Add(TraceKind kind, std::string_view tag, double value, int second) {
    return tags_.Add({kind, false, value, tag}, seconds(second));
  }
  const TraceTags::Tag& Only(TraceKind kind, int second) {
    const auto tags = tags_.Tags(kind, seconds(second));
    EXPECT_EQ(tags.size(), 1U);
    return *tags.at(0);
  }

  TraceTags tags_{{seconds(10), 5}, seconds(0)};
};

TEST_F(TraceTagsTest, TotalsAreThereAtOnce) {
  Add(TraceKind::kTransaction, "tx", 0.25, 0);
  Add(TraceKind::kTransaction, "tx", 0.5, 1);
  const TraceTags::Tag& tag = Only(TraceKind::kTransaction, 1);
  EXPECT_EQ(tag.name(), "tx");
  EXPECT_EQ(tag.number(), 1);
  EXPECT_EQ(tag.count(), 2U);
  EXPECT_EQ(tag.total(), 0.75);
  EXPECT_EQ(tag.last(), 0.5);
  EXPECT_FALSE(tag.recent()) << "the interval is not over";
}

TEST_F(TraceTagsTest, TheLastPeriodHasTheBucketsThatAreComplete) {
  Add(TraceKind::kTransaction, "tx", 0.25, 0);
  Add(TraceKind::kTransaction, "tx", 0.5, 3);
  EXPECT_EQ(Only(TraceKind::kTransaction, 3).recent()->count, 1U);
  const std::optional<TraceRecent>& recent = Only(TraceKind::kTransaction, 4).recent();
  ASSERT_TRUE(recent);
  EXPECT_EQ(recent->count, 2U);
  EXPECT_EQ(recent->total, 0.75);
  EXPECT_EQ(recent->least, 0.25);
  EXPECT_EQ(recent->most, 0.5);
  EXPECT_NEAR(recent->quantiles[0], 0.25, 0.25 / 64);
  EXPECT_NEAR(recent->quantiles[3], 0.5, 0.5 / 64);
}

TEST_F(TraceTagsTest, AValueLeavesThePeriodAfterIt) {
  Add(TraceKind::kPoint, "pt", -1, 1);
  EXPECT_TRUE(Only(TraceKind::kPoint, 11).recent()) << "2 to 11 s: bucket 0 to 2 s is the fifth";
  EXPECT_FALSE(Only(TraceKind::kPoint, 12).recent());
  EXPECT_EQ(Only(TraceKind::kPoint, 12).count(), 1U);
}

TEST_F(TraceTagsTest, ALongSilenceEmptiesThePeriod) {
  Add(TraceKind::kPoint, "pt", -1, 1);
  Add(TraceKind::kPoint, "pt", -1, 100'001);
  EXPECT_FALSE(Only(TraceKind::kPoint, 100'001).recent());
  EXPECT_EQ(Only(TraceKind::kPoint, 100'002).recent()->count, 1U);
}

TEST_F(TraceTagsTest, KindsHaveTheirOwnTagsAndNumbers) {
  Add(TraceKind::kPoint, "a", -1, 0);
  Add(TraceKind::kPoint, "b", -1, 0);
  Add(TraceKind::kCounter, "b", 7, 0);
  EXPECT_EQ(tags_.Tags(TraceKind::kPoint, seconds(0)).size(), 2U);
  EXPECT_EQ(Only(TraceKind::kCounter, 0).number(), 1);
  EXPECT_EQ(Only(TraceKind::kCounter, 0).last(), 7);
  EXPECT_TRUE(tags_.Tags(TraceKind::kObservation, seconds(0)).empty());
}

TEST_F(TraceTagsTest, ATagKeepsItsNumberAfterAReset) {
  Add(TraceKind::kPoint, "a", -1, 0);
  Add(TraceKind::kPoint, "b", -1, 0);
  tags_.Reset();
  EXPECT_TRUE(tags_.Tags(TraceKind::kPoint, seconds(5)).empty());
  Add(TraceKind::kPoint, "b", -1, 5);
  EXPECT_EQ(Only(TraceKind::kPoint, 5).number(), 2);
  EXPECT_EQ(Only(TraceKind::kPoint, 5).count(), 1U);
}

TEST_F(TraceTagsTest, TooManyTagsAreRefused) {
  for (std::size_t i = 0; i < TraceTags::kMostOthers; ++i)
    ASSERT_TRUE(Add(TraceKind::kPoint, std::to_string(i), -1, 0));
  EXPECT_FALSE(Add(TraceKind::kPoint, "more", -1, 0));
  EXPECT_TRUE(Add(TraceKind::kPoint, "0", -1, 0)) << "known tags go on";
  EXPECT_TRUE(Add(TraceKind::kObservation, "more", -1, 0)) << "other kinds have their own room";
  EXPECT_EQ(tags_.refused(), 1U);
}

TEST_F(TraceTagsTest, ARefusalTouchesNoOtherTag) {
  for (std::size_t i = 0; i < TraceTags::kMostOthers; ++i)
    Add(TraceKind::kPoint, std::to_string(i), -1, 0);
  const auto before = tags_.Tags(TraceKind::kPoint, seconds(0));
  EXPECT_FALSE(Add(TraceKind::kPoint, "more", -1, 0));
  EXPECT_EQ(tags_.Tags(TraceKind::kPoint, seconds(0)), before);
}

TEST_F(TraceTagsTest, AResetMakesRoomForOthers) {
  for (std::size_t i = 0; i < TraceTags::kMostTransactions; ++i)
    Add(TraceKind::kTransaction, std::to_string(i), 1, 0);
  tags_.Reset();
  Add(TraceKind::kTransaction, "5", 1, 0);
  EXPECT_TRUE(Add(TraceKind::kTransaction, "new", 1, 0));
  const auto tags = tags_.Tags(TraceKind::kTransaction, seconds(0));
  ASSERT_EQ(tags.size(), 2U);
  EXPECT_EQ(tags[0]->number(), 6) << "the present one keeps its number";
  EXPECT_EQ(tags[1]->number(), static_cast<InstanceId>(TraceTags::kMostTransactions + 1));
  EXPECT_TRUE(Add(TraceKind::kTransaction, "5", 1, 0));
  EXPECT_EQ(tags[0]->count(), 2U);
}

TEST_F(TraceTagsTest, RoomIsMadeAfterEachReset) {
  constexpr std::size_t kMost = TraceTags::kMostTransactions;
  for (std::size_t round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < kMost; ++i)
      EXPECT_TRUE(Add(TraceKind::kTransaction, std::to_string(round * kMost + i), 1, 0));
    EXPECT_FALSE(Add(TraceKind::kTransaction, "more", 1, 0));
    tags_.Reset();
  }
  EXPECT_TRUE(Add(TraceKind::kTransaction, "more", 1, 0));
  for (std::size_t i = 1; i < kMost; ++i)
    EXPECT_TRUE(Add(TraceKind::kTransaction, "x" + std::to_string(i), 1, 0)) << i;
  EXPECT_FALSE(Add(TraceKind::kTransaction, "last", 1, 0));
}

}  // namespace
}  // namespace fdr
