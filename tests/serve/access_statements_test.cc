// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/access/access_statements.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

std::string TextOf(const AccessStatement& statement) {
  constexpr const char* kWhom[] = {"hosts", "users", "groups"};
  std::string text = kWhom[static_cast<std::size_t>(statement.whom)];
  for (const std::string& name : statement.names) text += ' ' + name;
  return text + " +" + std::to_string(statement.allowed) + " -" + std::to_string(statement.denied) +
         " " + std::to_string(statement.most) + " @" + std::to_string(statement.place.line);
}

// Each statement on a line, or the complaint.
std::string Parsed(const std::string& text) {
  const auto statements = ParseAccess(text, "file");
  if (!statements) {
    const std::string& what = statements.error().what;
    return statements.error().file + ": " + what.substr(0, what.find('\n'));
  }
  std::string all;
  for (const AccessStatement& one : *statements) all += (all.empty() ? "" : "\n") + TextOf(one);
  return all;
}

TEST(AccessStatementsTest, AStatementNamesHostsUsersOrGroups) {
  EXPECT_EQ(Parsed("allow 10.1.2.3 : fetch;"), "hosts 10.1.2.3 +1 -0 0 @1");
  EXPECT_EQ(Parsed("Allow HOSTS a, \"fe80::1\", * : store ;"), "hosts a fe80::1 * +2 -0 0 @1");
  EXPECT_EQ(Parsed("disallow host \"unix:\":all;"), "hosts unix: +0 -3 0 @1");
  EXPECT_EQ(Parsed("allow user root : fetch, store;"), "users root +3 -0 0 @1");
  EXPECT_EQ(Parsed("allow groups adm,wheel:fetch;disallow group * : store;"),
            "groups adm wheel +1 -0 0 @1\ngroups * +0 -2 0 @1");
  EXPECT_EQ(Parsed("allow \"users\" : fetch;"), "hosts users +1 -0 0 @1");
}

TEST(AccessStatementsTest, AnExceptionIsTheOpposite) {
  EXPECT_EQ(Parsed("allow a : all except store;"), "hosts a +1 -2 0 @1");
  EXPECT_EQ(Parsed("disallow a : all except fetch;"), "hosts a +1 -2 0 @1");
  EXPECT_EQ(Parsed("allow a : all except fetch, store;"), "hosts a +0 -3 0 @1");
}

TEST(AccessStatementsTest, AMaximumMayStandAnywhereInAnAllowStatement) {
  EXPECT_EQ(Parsed("allow a : fetch, maximum 7 connections;"), "hosts a +1 -0 7 @1");
  EXPECT_EQ(Parsed("allow a : maximum 7 connections;"), "hosts a +0 -0 7 @1");
  EXPECT_EQ(Parsed("allow a : maximum 7 connections, store;"), "hosts a +2 -0 7 @1");
  EXPECT_EQ(Parsed("allow a : all, maximum 4294967295 connections;"),
            "hosts a +3 -0 4294967295 @1");
  EXPECT_EQ(Parsed("allow a : all except store, maximum 7 connections;"), "hosts a +1 -2 7 @1");
}

TEST(AccessStatementsTest, OnlyTheSectionOfAConfigurationIsRead) {
  EXPECT_EQ(Parsed("# agents\nlinux 60 pipe binary /x \"y\n [ Access ] # rules\n\nallow # all\n * "
                   ":all;"),
            "hosts * +3 -0 0 @5");
  EXPECT_EQ(Parsed("linux 60 pipe binary /x"), "file:1: expected allow or disallow");
}

TEST(AccessStatementsTest, EveryMistakeHasItsLine) {
  EXPECT_EQ(Parsed(""), "file:1: expected allow or disallow");
  EXPECT_EQ(Parsed("[access]\n"), "file:1: expected allow or disallow");
  EXPECT_EQ(Parsed("\npermit a : all;"), "file:2: expected allow or disallow");
  EXPECT_EQ(Parsed("allow hosts : all;"), "file:1: expected a name, or an address");
  EXPECT_EQ(Parsed("allow \"\" : all;"), "file:1: expected a name, or an address");
  EXPECT_EQ(Parsed("allow ::1 : all;"), "file:1: expected a name, or an address");
  EXPECT_EQ(Parsed("allow \"a : all;"), "file:1: this quote does not end");
  EXPECT_EQ(Parsed("allow a b : all;"), "file:1: expected a comma or a colon");
  EXPECT_EQ(Parsed("allow a :\n;"), "file:2: expected fetch, store, all or maximum");
  EXPECT_EQ(Parsed("allow a : fetch store;"), "file:1: expected a comma or a semicolon");
  EXPECT_EQ(Parsed("allow a : fetch"), "file:1: expected a comma or a semicolon");
  EXPECT_EQ(Parsed("allow a : all, store;"),
            "file:1: expected a maximum: all operations are named");
  EXPECT_EQ(Parsed("allow a : fetch, store, store;"),
            "file:1: expected a maximum: all operations are named");
  EXPECT_EQ(Parsed("allow a : all except all;"), "file:1: expected fetch or store");
  EXPECT_EQ(Parsed("allow a : all except maximum 3 connections;"),
            "file:1: expected fetch or store");
  for (const char* wrong : {"0", "-1", "4294967296", "x", ";", "\"3\""})
    EXPECT_EQ(Parsed(std::string("allow a : maximum ") + wrong + " connections;"),
              "file:1: expected a number of connections, from 1 to 4294967295")
        << wrong;
  EXPECT_EQ(Parsed("allow a : maximum 3 clients;"), "file:1: expected connections");
  EXPECT_EQ(Parsed("disallow a : all, maximum 3 connections;"),
            "file:1: expected operations: a disallow statement has no maximum");
}

TEST(AccessStatementsTest, AFileThatEndsAnywhereIsAnErrorOrASequenceOfStatements) {
  const std::string text =
      "[access]\nallow users \"a\", b : all except store, maximum 3 connections;\n";
  for (std::size_t size = 0; size < text.size(); ++size) {
    const auto statements = ParseAccess(text.substr(0, size), "file");
    EXPECT_EQ(statements.has_value(), size + 1 == text.size()) << size;
  }
}

}  // namespace
}  // namespace fdr
