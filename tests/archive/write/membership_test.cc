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

constexpr auto kFull = DomainRecords::kFull, kDeltas = DomainRecords::kDeltas;

void Take(Membership& membership, Timestamp stamp, bool is_delta, const InstanceList& instances) {
  InDomBuilder builder;
  if (is_delta)
    membership.BuildDelta(instances, builder);
  else
    for (const Instance& i : instances) builder.Add(i.id, i.name);
  membership.Take(stamp, builder.Build(stamp, {}, is_delta));
}

Membership Knowing(const InstanceList& instances) {
  Membership membership;
  Take(membership, kThen, false, instances);
  return membership;
}

// The last record is a delta.
Membership KnowingByDelta(const InstanceList& instances) {
  Membership membership;
  Take(membership, {5, 0}, false, {{99, "gone"}});
  Take(membership, kThen, true, instances);
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
  for (const DomainRecords records : {kFull, kDeltas})
    EXPECT_EQ(Membership().ChangeTo(records, kNow, kThree), Change::kFull);
}

TEST(MembershipTest, NothingIsWrittenWhenNothingChanged) {
  for (const DomainRecords records : {kFull, kDeltas}) {
    EXPECT_EQ(Knowing(kThree).ChangeTo(records, kNow, kThree), Change::kNone);
    EXPECT_EQ(KnowingByDelta(kThree).ChangeTo(records, kNow, kThree), Change::kNone);
  }
}

TEST(MembershipTest, NothingIsWrittenForADomainWithoutInstances) {
  for (const DomainRecords records : {kFull, kDeltas}) {
    EXPECT_EQ(Membership().ChangeTo(records, kNow, {}), Change::kNone);
    EXPECT_EQ(Knowing(kThree).ChangeTo(records, kNow, {}), Change::kNone);
    EXPECT_EQ(KnowingByDelta(kThree).ChangeTo(records, kNow, {}), Change::kNone);
  }
}

TEST(MembershipTest, ADeltaHasWhatCameAndWhatWentInOrder) {
  const Membership membership = Knowing(kThree);
  const InstanceList now = {{0, "zero"}, {3, "three"}, {4, "four"}, {5, "five"}};
  EXPECT_EQ(membership.ChangeTo(kDeltas, kNow, now), Change::kDelta);
  EXPECT_EQ(DeltaTo(membership, now), "+0 zero -1 +4 four");
  EXPECT_EQ(DeltaTo(membership, {{3, "three"}}), "-1 -5");
  EXPECT_EQ(DeltaTo(membership, {{1, "one"}, {3, "three"}, {5, "five"}, {9, "nine"}}), "+9 nine");
}

TEST(MembershipTest, InADeltaAnotherNameIsARemovalAndAnAddition) {
  const InstanceList now = {{1, "one"}, {3, "THREE"}, {5, "five"}};
  EXPECT_EQ(Knowing(kThree).ChangeTo(kDeltas, kNow, now), Change::kDelta);
  EXPECT_EQ(DeltaTo(Knowing(kThree), now), "-3 +3 THREE");
}

TEST(MembershipTest, ADeltaMayHaveMoreChangesThanTheDomainHasInstances) {
  const InstanceList now = {{6, "six"}};
  EXPECT_EQ(Knowing(kThree).ChangeTo(kDeltas, kNow, now), Change::kDelta);
  EXPECT_EQ(DeltaTo(Knowing(kThree), now), "-1 -3 -5 +6 six");
}

TEST(MembershipTest, WithoutDeltasEachChangeIsAFullRecord) {
  EXPECT_EQ(Knowing(kThree).ChangeTo(kFull, kNow, {{1, "one"}, {3, "three"}}), Change::kFull);
  EXPECT_EQ(Knowing(kThree).ChangeTo(kFull, kThen, {{1, "one"}, {3, "three"}}), Change::kFull);
}

TEST(MembershipTest, BehindADeltaNoRecordIsFull) {
  for (const DomainRecords records : {kFull, kDeltas})
    EXPECT_EQ(KnowingByDelta(kThree).ChangeTo(records, kNow, {{7, "seven"}}), Change::kDelta);
}

TEST(MembershipTest, AFullRecordOfTheSameStampIsReplacedByAFullOne) {
  const InstanceList now = {{1, "one"}, {3, "three"}, {4, "four"}, {5, "five"}};
  EXPECT_EQ(Knowing(kThree).ChangeTo(kDeltas, kThen, now), Change::kFull);
  EXPECT_EQ(Knowing(kThree).ChangeTo(kDeltas, kThen, kThree), Change::kNone);
}

TEST(MembershipTest, AChangeAtTheStampOfADeltaComesLater) {
  for (const DomainRecords records : {kFull, kDeltas}) {
    EXPECT_EQ(KnowingByDelta(kThree).ChangeTo(records, kThen, {{1, "one"}}), Change::kLater);
    EXPECT_EQ(KnowingByDelta(kThree).ChangeTo(records, kThen, kThree), Change::kNone);
    EXPECT_EQ(KnowingByDelta(kThree).ChangeTo(records, kThen, {}), Change::kNone);
  }
}

bool Accepts(const Membership& membership, Timestamp stamp,
             const std::vector<std::pair<InstanceId, const char*>>& delta) {
  InDomBuilder builder;
  for (const auto& [id, name] : delta) name == nullptr ? builder.Delete(id) : builder.Add(id, name);
  return membership.Accepts(stamp, builder.Build(stamp, {}, true));
}

TEST(MembershipTest, ADeltaMustFit) {
  const Membership membership = Knowing(kThree);
  EXPECT_TRUE(Accepts(membership, kNow, {{1, nullptr}, {3, nullptr}, {3, "THREE"}, {4, "four"}}));
  EXPECT_FALSE(Accepts(membership, kNow, {{2, nullptr}}));
  EXPECT_FALSE(Accepts(membership, kNow, {{3, "THREE"}}));
  EXPECT_FALSE(Accepts(membership, kNow, {{3, "THREE"}, {3, nullptr}}));
  EXPECT_FALSE(Accepts(membership, kNow, {{4, "four"}, {4, "four"}}));
  EXPECT_FALSE(Accepts(membership, kNow, {{3, nullptr}, {3, nullptr}}));
  EXPECT_FALSE(Accepts(membership, kNow, {{3, nullptr}, {3, "x"}, {3, "y"}}));
  EXPECT_FALSE(Accepts(membership, kNow, {{4, "four"}, {3, nullptr}}));
  EXPECT_FALSE(Accepts(Membership(), kNow, {{1, "one"}}));
}

TEST(MembershipTest, ADeltaMustLeaveAnInstance) {
  EXPECT_FALSE(Accepts(Knowing(kThree), kNow, {{1, nullptr}, {3, nullptr}, {5, nullptr}}));
  EXPECT_TRUE(Accepts(Knowing(kThree), kNow, {{1, nullptr}, {3, nullptr}, {5, nullptr}, {6, "x"}}));
}

TEST(MembershipTest, ADeltaNeedsAStampOfItsOwn) {
  EXPECT_FALSE(Accepts(Knowing(kThree), kThen, {{4, "four"}}));
  EXPECT_FALSE(Accepts(KnowingByDelta(kThree), kThen, {{4, "four"}}));
}

TEST(MembershipTest, AFullRecordIsAcceptedUntilThereIsADelta) {
  InDomBuilder builder;
  builder.Add(1, "one");
  const InDomRecord full = builder.Build(kNow, {}, false);
  EXPECT_TRUE(Membership().Accepts(kNow, full));
  EXPECT_TRUE(Knowing(kThree).Accepts(kThen, full));
  EXPECT_FALSE(KnowingByDelta(kThree).Accepts(kNow, full));
}

TEST(MembershipTest, AfterADeltaThatDidNotFitTheMembersAreLost) {
  Membership membership = Knowing(kThree);
  InDomBuilder builder;
  builder.Delete(2);
  membership.Take(kNow, builder.Build(kNow, {}, true));
  EXPECT_TRUE(membership.is_lost());
  Take(membership, kNow, false, kThree);
  EXPECT_FALSE(membership.is_lost());
}

// A domain may have a million members, and a delta for each sample.
TEST(MembershipTest, ADeltaCopiesNoOtherMember) {
  InstanceList many;
  for (InstanceId id = 0; id < 100; ++id) many.push_back({id, "a name"});
  Membership membership = Knowing(many);
  const char* const place = (*membership.members().begin()).name.data();
  for (InstanceId id = 1; id <= 10; ++id) {
    InDomBuilder builder;
    builder.Delete(id);
    membership.Take({20 + id, 0}, builder.Build({20 + id, 0}, {}, true));
  }
  EXPECT_EQ((*membership.members().begin()).name.data(), place);
  EXPECT_EQ(membership.members().size(), 90u);
}

TEST(MembershipTest, ARecordWithoutEntriesIsNone) {
  Membership membership = Knowing(kThree);
  membership.Take(kNow, {});
  EXPECT_EQ(membership.members().size(), 3u);
  EXPECT_FALSE(membership.is_lost());
}

}  // namespace
}  // namespace fdr
