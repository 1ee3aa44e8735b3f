// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/access/access_control.h"

#include <gtest/gtest.h>

#include <map>

namespace fdr {
namespace {

// Host "db" has two addresses.  Of users 1 to 3, who are called so, user 2 is in the groups 20 and
// 30, and user 3 in group 30.
AccessNames ToyNames() {
  const auto number = [](const std::string& name) -> std::optional<std::uint32_t> {
    if (name.size() > 2) return std::nullopt;
    return static_cast<std::uint32_t>(std::stoul(name));
  };
  return {[](const std::string& host) -> Result<std::vector<HostAddress>> {
            if (host != "db") return Fail(Errc::kNotFound, "unknown");
            return std::vector{*HostAddress::Parse("10.0.0.1"), *HostAddress::Parse("fe80::1")};
          },
          number, number,
          [](std::uint32_t user) -> std::vector<std::uint32_t> {
            if (user == 2) return {20, 30};
            if (user == 3) return {30};
            return {};
          }};
}

Result<AccessControl> Make(const std::string& text) {
  return AccessControl::Make(ParseAccess(text, "file").value(), ToyNames());
}

ClientOrigin From(const char* address) { return {*HostAddress::Parse(address), {}}; }
ClientOrigin User(std::uint32_t user) { return {HostAddress{}, user}; }

int RightsOf(const std::string& text, const ClientOrigin& origin) {
  return Make(text).value().Look(origin).rights;
}

TEST(AccessControlTest, WhatNobodyMentionsIsAllowed) {
  EXPECT_EQ(AccessControl().Look(From("1.2.3.4")).rights, kMayAll);
  EXPECT_EQ(RightsOf("disallow 1.2.3.4 : store;", From("1.2.3.4")), kMayFetch);
  EXPECT_EQ(RightsOf("disallow 1.2.3.4 : store;", From("1.2.3.5")), kMayAll);
  EXPECT_EQ(RightsOf("disallow 1.2.3.4 : all;", From("1.2.3.4")), 0);
}

TEST(AccessControlTest, TheMostPreciseHostDecidesOnEachOperation) {
  const std::string text =
      "disallow * : store; disallow 10.* : fetch; allow 10.1.* : all; disallow 10.1.1.1 : fetch;";
  EXPECT_EQ(RightsOf(text, From("11.1.1.1")), kMayFetch);
  EXPECT_EQ(RightsOf(text, From("10.2.1.1")), 0);
  EXPECT_EQ(RightsOf(text, From("10.1.1.2")), kMayAll);
  EXPECT_EQ(RightsOf(text, From("10.1.1.1")), kMayStore);
  EXPECT_EQ(RightsOf(text, From("::5")), kMayFetch);
  EXPECT_EQ(RightsOf(text, User(1)), kMayFetch);
}

TEST(AccessControlTest, LocalIsThisMachine) {
  const std::string text = "disallow * : store; allow \"local:*\" : all;";
  for (const ClientOrigin& origin : {From("127.0.0.1"), From("::1"), User(1)})
    EXPECT_EQ(RightsOf(text, origin), kMayAll);
  EXPECT_EQ(RightsOf(text, From("127.0.0.2")), kMayFetch);
  EXPECT_EQ(RightsOf("disallow * : store; allow \".*\" : all;", From("1.2.3.4")), kMayAll);
  EXPECT_EQ(RightsOf("disallow localhost : all;", From("127.0.0.1")), 0);
  EXPECT_EQ(RightsOf("disallow localhost : all;", User(1)), kMayAll);
}

TEST(AccessControlTest, AHostIsAllItsAddresses) {
  EXPECT_EQ(RightsOf("disallow db : all;", From("10.0.0.1")), 0);
  EXPECT_EQ(RightsOf("disallow db : all;", From("fe80::1")), 0);
}

TEST(AccessControlTest, WithUsersInTheFileTheOthersMayDoNothing) {
  const std::string text = "disallow users 1 : store; allow groups 20 : all;";
  EXPECT_TRUE(Make(text)->needs_user());
  EXPECT_EQ(RightsOf(text, User(1)), kMayFetch);
  EXPECT_EQ(RightsOf(text, User(2)), kMayAll);
  EXPECT_EQ(RightsOf(text, User(3)), 0);
  EXPECT_EQ(RightsOf(text, From("127.0.0.1")), 0) << "its user is unknown";
  EXPECT_EQ(RightsOf("allow users * : all;", From("127.0.0.1")), 0);
  EXPECT_EQ(RightsOf("allow users * : all;", User(9)), kMayAll);
  EXPECT_EQ(RightsOf("disallow users * : all; allow user 0 : all;", User(0)), kMayAll);
}

TEST(AccessControlTest, HostUserAndGroupMayEachDeny) {
  const std::string groups = "allow groups 20 : all; disallow groups 30 : store;";
  EXPECT_EQ(RightsOf(groups, User(2)), kMayFetch) << "of two groups, too";
  EXPECT_EQ(RightsOf(groups + "disallow users 2 : fetch;", User(2)), 0);
  EXPECT_EQ(RightsOf("disallow \"unix:\" : store; allow users 1 : all;", User(1)), kMayFetch);
  EXPECT_EQ(RightsOf("disallow groups * : store; allow group 30 : store;", User(3)), kMayAll);
  EXPECT_EQ(RightsOf("disallow groups * : store; allow group 30 : store;", User(1)), kMayFetch);
}

TEST(AccessControlTest, TheMostPreciseMaximumCounts) {
  AccessControl access =
      Make("allow 10.* : all, maximum 2 connections; allow 10.1.1.1 : maximum 1 connections;")
          .value();
  const Admission one = access.Look(From("10.1.1.1")), other = access.Look(From("10.2.2.2"));
  access.Enter(one);
  EXPECT_TRUE(access.IsFull(one));
  EXPECT_FALSE(access.IsFull(other));
  access.Enter(other);
  EXPECT_TRUE(access.IsFull(other)) << "the first one counts, too";
  access.Leave(one);
  EXPECT_FALSE(access.IsFull(one));
  EXPECT_FALSE(access.IsFull(other));
  EXPECT_FALSE(access.IsFull(access.Look(From("11.1.1.1"))));
}

TEST(AccessControlTest, EachGroupOfAUserHasItsMaximum) {
  AccessControl access =
      Make("allow groups 20 : maximum 5 connections; allow groups 30 : maximum 1 connections;")
          .value();
  access.Enter(access.Look(User(3)));
  EXPECT_TRUE(access.IsFull(access.Look(User(2))));
}

TEST(AccessControlTest, StatementsAboutTheSameHostsAreOne) {
  EXPECT_EQ(RightsOf("allow 1.2.3.4 : fetch; disallow 1.2.3.4 : store;", From("1.2.3.4")),
            kMayFetch);
  EXPECT_TRUE(Make("allow 1.2.3.4 : fetch, maximum 3 connections; allow 1.2.3.4 : store;"));
}

TEST(AccessControlTest, MistakesHaveTheirLine) {
  const std::map<std::string, std::string> wrong = {
      {"allow nosuch : all;", "host \"nosuch\": unknown"},
      {"allow users nosuch : all;", "there is no user \"nosuch\""},
      {"allow groups nosuch : all;", "there is no group \"nosuch\""},
      {"allow 10.1* : all;", "\"10.1*\" is neither a host nor the beginning of an address"},
      {"allow \"fe80*\" : all;", "\"fe80*\" is neither a host nor the beginning of an address"},
      {"allow db : fetch;\ndisallow 10.0.0.1 : fetch;",
       "\"10.0.0.1\" was allowed before what is disallowed now, or the other way round"},
      {"allow * : all, maximum 1 connections; allow * : maximum 2 connections;",
       "\"*\" had another maximum before"},
  };
  for (const auto& [text, complaint] : wrong) {
    const auto access = Make(text);
    ASSERT_FALSE(access) << text;
    EXPECT_EQ(access.error().what, complaint);
    EXPECT_EQ(access.error().file, text.find('\n') == std::string::npos ? "file:1" : "file:2");
  }
}

}  // namespace
}  // namespace fdr
