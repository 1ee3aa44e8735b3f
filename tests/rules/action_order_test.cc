// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/action_order.h"

#include <gtest/gtest.h>

#include "fdr/replay/rules/rule_parser.h"

namespace fdr::test {
namespace {

// The actions that run, if those with a capital letter fail.
std::string Ran(const std::string& actions) {
  const RuleText text("f", "a > 1 -> " + actions + ';');
  const auto rules = ParseRules(text);
  if (!rules) return rules.error().Message();
  const RuleClause& clause = (*rules)[0].clauses[0];
  ActionOrder order(clause);
  std::string ran;
  while (const auto next = order.Next()) {
    const std::string& name = clause.actions[*next].arguments[0];
    ran += name;
    order.Note(name >= "a");
  }
  return ran;
}

TEST(ActionOrder, BothAndAlternative) {
  EXPECT_EQ(Ran(R"(print "a")"), "a");
  EXPECT_EQ(Ran(R"(print "A" & print "b")"), "Ab");
  EXPECT_EQ(Ran(R"(print "a" | print "b")"), "a");
  EXPECT_EQ(Ran(R"(print "A" | print "b")"), "Ab");
  EXPECT_EQ(Ran(R"(print "A" | print "B" | print "c" | print "d")"), "ABc");
}

TEST(ActionOrder, BothSignsBindAlikeFromTheLeft) {
  EXPECT_EQ(Ran(R"(print "a" | print "b" & print "c")"), "ac");
  EXPECT_EQ(Ran(R"(print "A" | print "b" & print "c")"), "Abc");
  EXPECT_EQ(Ran(R"(print "A" & print "b" | print "c")"), "Abc");
  EXPECT_EQ(Ran(R"(print "a" & print "b" | print "c")"), "ab");
}

// The outcomes are those that pmie 6.0.3 has for shell actions.
TEST(ActionOrder, BothFailIfOneFails) {
  EXPECT_EQ(Ran(R"((print "A" & print "b") | print "c")"), "Abc");
  EXPECT_EQ(Ran(R"((print "a" & print "B") | print "c")"), "aBc");
  EXPECT_EQ(Ran(R"(print "a" | (print "b" & print "c"))"), "a");
  EXPECT_EQ(Ran(R"(print "A" | (print "b" & print "C") | print "d")"), "AbCd");
}

}  // namespace
}  // namespace fdr::test
