// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/search/condition.h"

#include <gtest/gtest.h>

#include "fdr/replay/recorded/archive_context.h"
#include "fdr/tests/support/temp_directory.h"
#include "fdr/tests/support/toy_archive.h"

namespace fdr::test {
namespace {

class ConditionTest : public ::testing::Test {
 protected:
  ConditionTest() {
    WriteToy(directory_ / "toy", R"(
time      1000  1010
c          100   160 counter u64
d[0]        10    20 counter u64
x            1     2 instant u32
y[0]         1     2 instant double
)");
    context_ = *ArchiveContext::Open(directory_ / "toy");
  }

  Result<Condition> Bind(const std::string& text) {
    Result<Expression> parsed = ParseCondition(text, DeriveRules::kQuantities);
    if (!parsed) return Fail(parsed.error());
    return BindCondition(std::move(*parsed), *context_, table_);
  }

  std::string ErrorIn(const std::string& text) {
    const Result<Condition> condition = Bind(text);
    return condition ? "" : condition.error().what;
  }

  // "largest x in count, smallest ..."
  std::string Terms(const std::string& text) {
    const Result<Condition> condition = Bind(text);
    if (!condition) return condition.error().what;
    std::string terms;
    for (const ConditionTerm& term : condition->terms)
      terms += (terms.empty() ? "" : ", ") +
               std::string(term.is_largest ? "largest " : "smallest ") + term.text +
               (term.units.empty() ? "" : " in " + term.units);
    return terms;
  }

  std::string Counters(const std::string& text) {
    const Result<Condition> condition = Bind(text);
    if (!condition) return condition.error().what;
    std::string meant;
    for (const CounterUse& use : condition->counters) meant += use.meant + " ";
    return meant;
  }

  TempDirectory directory_;
  std::unique_ptr<ArchiveContext> context_;
  DerivedTable table_{DeriveRules::kQuantities};
};

TEST_F(ConditionTest, TermsAreTheValuesThatAreCompared) {
  EXPECT_EQ(Terms("x > 5"), "largest x");
  EXPECT_EQ(Terms("5 > x"), "smallest x");
  EXPECT_EQ(Terms("x < 5 && y >= 3 || rate(c) > 2 count/s"),
            "smallest x, largest y, largest rate(c) in count/s");
  EXPECT_EQ(Terms("!(x > 5)"), "smallest x");
  EXPECT_EQ(Terms("!(x > 5 && !(y < 3))"), "smallest x, smallest y");
  EXPECT_EQ(Terms("x"), "largest x");
  EXPECT_EQ(Terms("x > 10 %"), "largest x in %");
  EXPECT_EQ(Terms("x > y"), "largest x");
  EXPECT_EQ(Terms("defined(x) && x - (y - 2) == -x * 3"), "largest x - (y - 2)");
}

TEST_F(ConditionTest, ComparedCountersAreMostLikelyRates) {
  EXPECT_EQ(Counters("c > 5"), "rate(c) ");
  EXPECT_EQ(Counters("d[inst0] > 5 || c * 2 < 3 || c > 7"), "rate(d[inst0]) rate(c * 2) rate(c) ");
  EXPECT_EQ(Counters("sum(d) > 5"), "rate(sum(d)) ");
  EXPECT_EQ(Counters("rate(c) > 5 && delta(c) > 1 && count(d) > 0"), "");
  EXPECT_EQ(Counters("c > c + c"), "");
  EXPECT_EQ(Counters("x > 5"), "");
  EXPECT_EQ(ErrorIn("c > 5 MB"),
            "Cannot compute c > 5 MB: Dimensions are not the same; c is a counter: rate(c) may be "
            "meant");
  EXPECT_EQ(ErrorIn("y[inst0] > 1 && rate(d) > 0"),
            "Cannot compute <expr> && <expr>: Operands should have the same instance domain; "
            "scalar(a[i]) is one value for all instances of another metric");
  EXPECT_EQ(ErrorIn("scalar(y[inst0]) > 1 && rate(d) > 0"), "");
}

TEST_F(ConditionTest, WhatIsNoConditionIsRefused) {
  EXPECT_EQ(ErrorIn("nobody > 5"), "nobody");
  EXPECT_EQ(Bind("nobody > 5").error().code, Errc::kNotFound);
  EXPECT_EQ(ErrorIn("1 > 0"), "A condition needs a metric");
  EXPECT_EQ(ErrorIn("defined(x)"), "A condition needs a metric");
  EXPECT_EQ(ErrorIn("x >"),
            "x >\n  ^\nArithmetic expression expected to follow GT: expected a metric, a number, a "
            "function or '('");
}

TEST_F(ConditionTest, DefinitionsStandForTheirExpressions) {
  ASSERT_TRUE(table_.Add("my.rate", "delta(c) + x"));
  ASSERT_TRUE(table_.Add("my.nest", "my.rate + 1"));
  ASSERT_TRUE(table_.Add("x", "y"));  // hidden by the metric
  EXPECT_EQ(Terms("my.rate * 2 > 5"), "largest (delta(c) + x) * 2");
  EXPECT_EQ(Terms("defined(my.rate) ? x > my.rate : x > 0"),
            "largest defined(my.rate) ? x > delta(c) + x : x > 0");
  EXPECT_EQ(ErrorIn("my.nest > 0"),
            "Cannot compute operand my.rate: Illegal nested derived metric");
}

TEST_F(ConditionTest, DefinitionsCannotFillTheMemory) {
  std::string large = "x", user = "my.large > 0";
  for (int i = 0; i < 1000; ++i) large += "+x";
  ASSERT_TRUE(table_.Add("my.large", large));
  for (int i = 0; i < 1000; ++i) user += "||my.large > 0";
  EXPECT_EQ(ErrorIn(user), "The expression is too large");
}

}  // namespace
}  // namespace fdr::test
