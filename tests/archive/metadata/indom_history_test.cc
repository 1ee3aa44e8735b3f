// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/metadata/indom_history.h"

#include <gtest/gtest.h>

#include <deque>

namespace fdr {
namespace {

constexpr InDomId kDomain = InDomId::Build(60, 1);

Timestamp Second(std::int64_t sec) { return {sec, 0}; }

// Feeds a history as Metadata does, and keeps the bytes that the history borrows.
class Domain {
 public:
  Domain& Full(std::int64_t sec, const InstanceList& members) {
    InDomBuilder builder;
    for (const Instance& i : members) builder.Add(i.id, i.name);
    return Add(builder.Build(Second(sec), kDomain, false));
  }
  Domain& Delta(std::int64_t sec, const InstanceList& added,
                const std::vector<InstanceId>& deleted) {
    InDomBuilder builder;
    for (const InstanceId id : deleted) builder.Delete(id);
    for (const Instance& i : added) builder.Add(i.id, i.name);
    return Add(builder.Build(Second(sec), kDomain, true));
  }
  const InDomHistory& Done() {
    history_.Finish();
    return history_;
  }
  InstanceList MembersAt(std::int64_t sec) {
    const auto snapshot = Done().At(Second(sec));
    return snapshot ? history_.Members(*snapshot) : InstanceList{};
  }

 private:
  Domain& Add(const InDomRecord& record) {
    ByteBuffer& bytes = bodies_.emplace_back();
    record.Encode(Version::k3, bytes);
    history_.Add(Version::k3, *InDomRecord::Decode(Version::k3, record.is_delta, bytes), bytes);
    return *this;
  }

  std::deque<ByteBuffer> bodies_;
  InDomHistory history_{kDomain};
};

TEST(InDomHistoryTest, DeltasBuildOnWhatWasBefore) {
  Domain domain;
  domain.Full(10, {{1, "one"}, {2, "two"}})
      .Delta(20, {{3, "three"}}, {})
      .Delta(30, {}, {1})
      .Full(40, {{2, "two"}});
  EXPECT_FALSE(domain.Done().At(Second(9)));
  EXPECT_EQ(domain.MembersAt(10), (InstanceList{{1, "one"}, {2, "two"}}));
  EXPECT_EQ(domain.MembersAt(25), (InstanceList{{1, "one"}, {2, "two"}, {3, "three"}}));
  EXPECT_EQ(domain.MembersAt(30), (InstanceList{{2, "two"}, {3, "three"}}));
  EXPECT_EQ(domain.MembersAt(99), (InstanceList{{2, "two"}}));
  EXPECT_EQ(domain.Done().LargestSnapshot(), 3u);
}

TEST(InDomHistoryTest, MembersAscendWhateverTheRecordsOrder) {
  Domain domain;
  domain.Full(10, {{7, "g"}, {3, "c"}, {5, "e"}});
  EXPECT_EQ(domain.MembersAt(10), (InstanceList{{3, "c"}, {5, "e"}, {7, "g"}}));
}

TEST(InDomHistoryTest, ARecordWithoutInstancesChangesNothing) {
  Domain domain;
  domain.Full(10, {{1, "one"}}).Full(20, {});
  EXPECT_EQ(domain.MembersAt(20), (InstanceList{{1, "one"}}));
  EXPECT_EQ(domain.Done().size(), 1u);
}

TEST(InDomHistoryTest, OfTwoRecordsAtOneTimeTheLastIsInForce) {
  Domain domain;
  domain.Full(10, {{1, "one"}}).Full(10, {{2, "two"}});
  EXPECT_EQ(domain.Done().size(), 2u);
  EXPECT_EQ(domain.MembersAt(10), (InstanceList{{2, "two"}}));
}

TEST(InDomHistoryTest, ARepetitionAtOneTimeIsInForceAgain) {
  Domain domain;
  domain.Full(10, {{1, "one"}}).Full(10, {{2, "two"}}).Full(10, {{1, "one"}});
  EXPECT_EQ(domain.Done().size(), 2u);
  EXPECT_EQ(domain.MembersAt(10), (InstanceList{{1, "one"}}));
}

TEST(InDomHistoryTest, RecordsOutOfOrderAreSortedByTime) {
  Domain domain;
  domain.Full(20, {{2, "two"}}).Full(10, {{1, "one"}});
  EXPECT_EQ(domain.MembersAt(15), (InstanceList{{1, "one"}}));
  EXPECT_EQ(domain.MembersAt(20), (InstanceList{{2, "two"}}));
}

TEST(InDomHistoryTest, WrongDeltasDoNoHarm) {
  Domain domain;
  domain.Full(10, {{1, "one"}}).Delta(20, {{1, "renamed"}}, {5});
  EXPECT_EQ(domain.MembersAt(20), (InstanceList{{1, "one"}}));
  Domain orphan;
  orphan.Delta(10, {{1, "one"}}, {2});
  EXPECT_EQ(orphan.MembersAt(10), (InstanceList{{1, "one"}}));
}

TEST(InDomHistoryTest, EveryInstanceThatEverWasHasItsNewestName) {
  Domain domain;
  domain.Full(10, {{1, "old"}, {2, "two"}})
      .Full(20, {{1, "new"}, {3, "three"}})
      .Delta(30, {{4, "four"}}, {3});
  EXPECT_EQ(domain.Done().AllInstances(),
            (InstanceList{{1, "new"}, {4, "four"}, {3, "three"}, {2, "two"}}));
}

TEST(InDomHistoryTest, OfTheChangesOfOneRecordDeletionsSeeOnlyWhatWasBefore) {
  Domain domain;
  domain.Full(10, {{1, "one"}, {2, "two"}}).Delta(20, {{1, "new"}, {3, "three"}}, {1, 3});
  EXPECT_EQ(domain.MembersAt(20), (InstanceList{{1, "new"}, {2, "two"}, {3, "three"}}));
}

TEST(InDomHistoryTest, LongChainsOfDeltasOfLargeDomainsTakeNoQuadraticTime) {
  // Also the number of changes.  If each change copied all members, the test would take seconds.
  constexpr int kMembers = 30'000;
  Domain domain;
  const InstanceList all = [] {
    InstanceList list;
    for (int i = 0; i < kMembers; ++i) list.push_back({i, "name"});
    return list;
  }();
  domain.Full(0, all);
  for (int i = 1; i < kMembers; ++i) domain.Delta(i, {{kMembers + i, "name"}}, {i - 1});
  const InDomHistory& history = domain.Done();
  const InstanceList last = history.Members(history.size() - 1);
  EXPECT_EQ(history.LargestSnapshot(), static_cast<std::size_t>(kMembers));
  ASSERT_EQ(last.size(), static_cast<std::size_t>(kMembers));
  EXPECT_EQ(last.front().id, kMembers - 1);
  EXPECT_EQ(last.back().id, 2 * kMembers - 1);
}

TEST(InDomHistoryTest, LongChainsOfDeltasStayRight) {
  Domain domain;
  domain.Full(0, {{0, "x"}});
  std::vector<std::string> names;
  names.reserve(1000);
  for (int i = 1; i < 1000; ++i) {
    names.push_back(std::to_string(i));
    if (i % 3 == 0)
      domain.Delta(i, {{i, names.back()}}, {i - 1});
    else
      domain.Delta(i, {{i, names.back()}}, {});
  }
  const InDomHistory& history = domain.Done();
  for (int i = 1; i < 1000; i += 37) {
    const InstanceList members = history.Members(*history.At(Second(i)));
    for (int k = 1; k <= i; ++k) {
      const bool gone = k % 3 == 2 && k + 1 <= i;
      EXPECT_EQ(FindInstance(members, k) == nullptr, gone) << i << ' ' << k;
    }
  }
}

}  // namespace
}  // namespace fdr
