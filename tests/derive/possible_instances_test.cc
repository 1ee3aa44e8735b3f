// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/derive/possible_instances.h"

#include <gtest/gtest.h>

#include "fdr/replay/derive/derived_table.h"
#include "fdr/replay/derive/instance_choice.h"
#include "fdr/replay/derive/instance_name.h"

namespace fdr::test {
namespace {

std::string PossibleOf(const std::string& expression) {
  DerivedTable table;
  if (!table.Add("x", expression)) return "no expression";
  std::vector<NamedInstance> members = {{1, "sda"}, {2, "sdb big"}, {3, "dm-0"}};
  KeepPossible(table.Find("x")->expression, members);
  std::string names;
  for (const NamedInstance& member : members) names += (names.empty() ? "" : ",") + member.name;
  return names;
}

constexpr const char* kAllMembers = "sda,sdb big,dm-0";

TEST(PossibleInstancesTest, AChosenInstanceIsTheOnlyOne) {
  EXPECT_EQ(PossibleOf("a.b[sda]"), "sda");
  EXPECT_EQ(PossibleOf("a.b[sda] * 2"), "sda");
  EXPECT_EQ(PossibleOf("2 * -(a.b[sdb])"), "sdb big") << "by its first word";
  EXPECT_EQ(PossibleOf("rate(a.b[sda]) / rate(a.c[sda])"), "sda");
  EXPECT_EQ(PossibleOf("a.b[sda] + a.c"), "sda");
  EXPECT_EQ(PossibleOf("a.b[sda] + a.c[dm-0]"), "");
}

TEST(InstanceNameTest, AProcessIsFoundByItsNumber) {
  EXPECT_TRUE(IsSameNumber("000548", "548"));
  EXPECT_TRUE(IsSameNumber("0", "000"));
  EXPECT_FALSE(IsSameNumber("5480", "548"));
  EXPECT_FALSE(IsSameNumber("cpu1", "1"));
  EXPECT_FALSE(IsSameNumber("", "0"));
  const std::vector<NamedInstance> members = {{5, "000548 sh"}, {6, "548"}, {7, "549 x"}};
  EXPECT_EQ(FindInstance(members, "548"), 6) << "a name goes first";
  EXPECT_EQ(FindInstance(std::span(members).first(1), "548"), 5);
  EXPECT_EQ(FindInstance(members, "0549"), 7);
  EXPECT_EQ(FindInstance(members, "5"), std::nullopt);
  EXPECT_EQ(FindInstance(members, "\"000548 sh\""), 5);
}

TEST(PossibleInstancesTest, APatternChooses) {
  EXPECT_EQ(PossibleOf("matchinst(/^sd/, a.b)"), "sda,sdb big");
  EXPECT_EQ(PossibleOf("matchinst(!/^sd/, a.b) + 1"), "dm-0");
}

TEST(PossibleInstancesTest, EitherBranchMayBeTaken) {
  EXPECT_EQ(PossibleOf("a.c > 0 ? a.b[sda] : a.b[dm-0]"), "sda,dm-0");
}

TEST(PossibleInstancesTest, OtherwiseAllArePossible) {
  EXPECT_EQ(PossibleOf("a.b + a.c"), kAllMembers);
  EXPECT_EQ(PossibleOf("a.b / sum(a.c)"), kAllMembers) << "a sum is a single value";
  EXPECT_EQ(PossibleOf("a.b * scalar(a.c[sda])"), kAllMembers);
}

}  // namespace
}  // namespace fdr::test
