// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/archive/write/member_list.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

namespace fdr {
namespace {

const InstanceList kOdd = {{1, "one"}, {3, "three"}, {5, "five"}};

InstanceList AllOf(const MemberList& members) {
  InstanceList all;
  for (const Instance& member : members) all.push_back(member);
  EXPECT_EQ(all.size(), members.size());
  return all;
}

TEST(MemberListTest, MayBeEmpty) {
  const MemberList empty, made{InstanceList()};
  EXPECT_EQ(empty.size(), 0u);
  EXPECT_FALSE(empty.Contains(0));
  EXPECT_TRUE(empty.begin() == empty.end());
  EXPECT_TRUE(empty == made);
  EXPECT_FALSE(empty == MemberList(kOdd));
}

TEST(MemberListTest, ContainsItsMembersAlone) {
  const MemberList members(kOdd);
  for (const InstanceId id : {1, 3, 5}) EXPECT_TRUE(members.Contains(id)) << id;
  for (const InstanceId id : {-1, 0, 2, 4, 6}) EXPECT_FALSE(members.Contains(id)) << id;
}

TEST(MemberListTest, NamesMayBeEmptyAndHaveAnyByte) {
  const std::string with_nul("a\0b", 3);
  const InstanceList all = {{0, ""}, {1, with_nul}, {2, ""}, {3, "c"}};
  EXPECT_EQ(AllOf(MemberList(all)), all);
  MemberList put;
  for (const Instance& member : all) put.Put(member.id, member.name);
  EXPECT_EQ(AllOf(put), all);
}

using Entries = std::vector<std::pair<InstanceId, const char*>>;  // null: removed

InstanceList Behind(bool is_delta, const Entries& entries, MemberList& members) {
  InDomBuilder builder;
  for (const auto& [id, name] : entries)
    name == nullptr ? builder.Delete(id) : builder.Add(id, name);
  members.Apply(builder.Build({}, {}, is_delta));
  return AllOf(members);
}

TEST(MemberListTest, ARecordReplacesAllAndADeltaChangesSome) {
  MemberList members;
  const Entries unordered = {{5, "five"}, {1, "one"}, {3, "three"}, {1, "again"}};
  EXPECT_EQ(Behind(false, unordered, members), kOdd);
  const InstanceList changed = {{1, "new"}, {4, "four"}, {5, "five"}};
  EXPECT_EQ(Behind(true, {{1, nullptr}, {1, "new"}, {3, nullptr}, {4, "four"}}, members), changed);
  EXPECT_EQ(Behind(false, {}, members), changed);
  EXPECT_EQ(Behind(false, {{2, "two"}}, members), (InstanceList{{2, "two"}}));
}

TEST(MemberListTest, ChangesAreInOrder) {
  MemberList members(kOdd);
  members.Put(0, "zero");
  members.Put(3, "THREE");
  members.Put(4, "four");
  members.Remove(5);
  members.Put(9, "nine");
  members.Remove(2);
  EXPECT_EQ(AllOf(members),
            (InstanceList{{0, "zero"}, {1, "one"}, {3, "THREE"}, {4, "four"}, {9, "nine"}}));
  EXPECT_TRUE(members.Contains(4));
  EXPECT_FALSE(members.Contains(5));
  members.Remove(9);
  members.Put(5, "five");
  EXPECT_EQ(AllOf(members),
            (InstanceList{{0, "zero"}, {1, "one"}, {3, "THREE"}, {4, "four"}, {5, "five"}}));
}

TEST(MemberListTest, ListsAreEqualByTheirMembers) {
  MemberList changed(kOdd);
  changed.Put(3, "THREE");
  EXPECT_FALSE(changed == MemberList(kOdd));
  changed.Put(3, "three");
  changed.Put(4, "four");
  EXPECT_FALSE(changed == MemberList(kOdd));
  changed.Remove(4);
  EXPECT_TRUE(changed == MemberList(kOdd));
}

TEST(MemberListTest, CanLoseAll) {
  MemberList members(kOdd);
  for (const InstanceId id : {5, 1, 3}) members.Remove(id);
  EXPECT_TRUE(members == MemberList());
}

TEST(MemberListTest, ACopyKeepsItsMembers) {
  MemberList members(kOdd);
  members.Put(4, "a name that is too long for a string without memory of its own");
  const MemberList copy = members;
  const InstanceList before = AllOf(copy);
  members.Remove(4);
  members = {};
  EXPECT_EQ(AllOf(copy), before);
}

// So many changes that some become part of the list.
TEST(MemberListTest, IsAsAMapAfterAnyChanges) {
  std::mt19937 random(1);
  MemberList members;
  std::map<InstanceId, std::string> expected;
  for (int i = 0; i < 3000; ++i) {
    const auto id = static_cast<InstanceId>(random() % 300);
    if (random() % 5 < 2) {
      members.Remove(id);
      expected.erase(id);
    } else {
      members.Put(id, std::to_string(i));
      expected[id] = std::to_string(i);
    }
    if (i % 7 != 0) continue;
    InstanceList all;
    for (const auto& [other, name] : expected) all.push_back({other, name});
    ASSERT_EQ(AllOf(members), all) << i;
    ASSERT_EQ(members.Contains(id), expected.contains(id)) << i;
  }
}

}  // namespace
}  // namespace fdr
