// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/write/membership.h"

#include <gtest/gtest.h>

#include <sstream>

namespace fdr {
namespace {

using Change = Membership::Change;

constexpr Timestamp kThen{10, 0};
constexpr Timestamp kNow{20, 0};

const InstanceList kThree = {{1, "one"}, {3, "three"}, {5, "five"}};

Membership Knowing(const InstanceList& instances, bool is_delta = false) {
  Membership membership;
  membership.Set(kThen, is_delta, instances);
  return membership;
}

// The entries of the delta record, as text: "+4 four -5".
std::string DeltaTo(const Membership& membership, const InstanceList& now) {
  InDomBuilder builder;
  membership.BuildDelta(now, builder);
  const InDomRecord record = builder.Build(kNow, {}, true);
  std::ostringstream text;
  for (const InDomEntry& e : record.entries) {
    text << (text.tellp() > 0 ? " " : "") << (e.deleted() ? '-' : '+') << e.id;
    if (!e.deleted()) text << ' ' << e.name;
  }
  return text.str();
}

TEST(MembershipTest, TheFirstRecordIsFull) {
  EXPECT_EQ(Membership().ChangeTo(kNow, kThree), Change::kFull);
}

TEST(MembershipTest, NothingIsWrittenWhenNothingChanged) {
  EXPECT_EQ(Knowing(kThree).ChangeTo(kNow, kThree), Change::kNone);
}

TEST(MembershipTest, NothingIsWrittenForADomainWithoutInstances) {
  EXPECT_EQ(Membership().ChangeTo(kNow, {}), Change::kNone);
  EXPECT_EQ(Knowing(kThree).ChangeTo(kNow, {}), Change::kNone);
}

TEST(MembershipTest, ADeltaHasWhatCameAndWhatWentInOrder) {
  const Membership membership = Knowing(kThree);
  const InstanceList now = {{0, "zero"}, {3, "three"}, {4, "four"}, {5, "five"}};
  EXPECT_EQ(membership.ChangeTo(kNow, now), Change::kDelta);
  EXPECT_EQ(DeltaTo(membership, now), "+0 zero -1 +4 four");
  EXPECT_EQ(DeltaTo(membership, {{3, "three"}}), "-1 -5");
  EXPECT_EQ(DeltaTo(membership, {{1, "one"}, {3, "three"}, {5, "five"}, {9, "nine"}}), "+9 nine");
}

TEST(MembershipTest, AChangedNameTakesAFullRecord) {
  EXPECT_EQ(Knowing(kThree).ChangeTo(kNow, {{1, "one"}, {3, "THREE"}, {5, "five"}}), Change::kFull);
}

TEST(MembershipTest, MoreChangesThanInstancesTakeAFullRecord) {
  EXPECT_EQ(Knowing(kThree).ChangeTo(kNow, {{1, "one"}, {3, "three"}}), Change::kDelta);
  EXPECT_EQ(Knowing(kThree).ChangeTo(kNow, {{1, "one"}}), Change::kFull);
  EXPECT_EQ(Knowing(kThree).ChangeTo(kNow, {{1, "one"}, {6, "six"}, {7, "seven"}, {8, "eight"}}),
            Change::kFull);
  EXPECT_EQ(Knowing(kThree).ChangeTo(kNow, {{1, "one"}, {3, "three"}, {7, "seven"}, {8, "eight"}}),
            Change::kDelta);
}

TEST(MembershipTest, ARecordOfTheSameStampIsReplacedByAFullOne) {
  const InstanceList now = {{1, "one"}, {3, "three"}, {4, "four"}, {5, "five"}};
  EXPECT_EQ(Knowing(kThree).ChangeTo(kThen, now), Change::kFull);
  EXPECT_EQ(Knowing(kThree).ChangeTo(kThen, kThree), Change::kNone);
}

TEST(MembershipTest, NothingFollowsADeltaOfTheSameStamp) {
  const Membership membership = Knowing(kThree, true);
  EXPECT_EQ(membership.ChangeTo(kThen, {{1, "one"}}), Change::kNone);
  EXPECT_EQ(membership.ChangeTo(kNow, {{1, "one"}}), Change::kFull);
}

TEST(MembershipTest, AfterAnUnknownRecordTheNextIsFull) {
  Membership membership = Knowing(kThree);
  membership.Forget(kThen, false);
  EXPECT_EQ(membership.ChangeTo(kNow, kThree), Change::kFull);
}

}  // namespace
}  // namespace fdr
