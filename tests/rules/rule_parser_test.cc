// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/rules/rule_parser.h"

#include <gtest/gtest.h>

#include <cmath>

#include "fdr/replay/rules/rule_keywords.h"

namespace fdr::test {
namespace {

std::vector<ParsedRule> Parsed(const std::string& text) {
  const auto rules = ParseRules(RuleText("f", text));
  EXPECT_TRUE(rules) << text << ": " << (rules ? "" : rules.error().Message());
  return rules.value_or(std::vector<ParsedRule>());
}

std::string ErrorIn(const std::string& text) {
  const auto rules = ParseRules(RuleText("f", text));
  return rules ? "" : rules.error().Message();
}

// With all parentheses: "(a + (b * 2))".
std::string Shown(const std::vector<RuleNode>& nodes, std::uint32_t at) {
  const RuleNode& node = nodes[at];
  if (node.op == RuleOp::kMetric) return node.metric.name;
  if (node.op == RuleOp::kVariable) return "$";
  if (node.op == RuleOp::kString) return '"' + node.text + '"';
  if (node.op < RuleOp::kNegate) return std::to_string(std::lround(node.number));
  const std::string op = NameOf(node.op, node.over), left = Shown(nodes, node.left);
  if (!HasTwoOperands(node.op)) return '(' + op + ' ' + left + ')';
  return '(' + left + ' ' + op + ' ' + Shown(nodes, node.right) + ')';
}

std::string Shown(const std::string& text) {
  const auto rules = Parsed(text);
  if (rules.size() != 1) return std::to_string(rules.size()) + " rules";
  return Shown(rules[0].nodes, static_cast<std::uint32_t>(rules[0].nodes.size() - 1));
}

TEST(RuleParser, OperatorsBindAsForThePeer) {
  EXPECT_EQ(Shown("a + b * c - d;"), "((a + (b * c)) - d)");
  EXPECT_EQ(Shown("a > 1 || b > 2 && c > 3;"), "(((a > 1) || (b > 2)) && (c > 3))");
  EXPECT_EQ(Shown("some_inst a > 1 && b > 2;"), "((some_inst (a > 1)) && (b > 2))");
  EXPECT_EQ(Shown("! rising a > 1;"), "(! (rising (a > 1)))");
  EXPECT_EQ(Shown("sum_inst a + 3;"), "((sum_inst a) + 3)");
  EXPECT_EQ(Shown("count_inst a > 0 + 3 > b;"), "((count_inst (a > 3)) > b)");
  EXPECT_EQ(Shown("30%_sample a @0..2 > 1;"), "(%_sample (a > 1))");
  EXPECT_EQ(Shown("rate a * 2;"), "((rate a) * 2)");
}

TEST(RuleParser, ConstantsAreComputed) {
  EXPECT_EQ(Shown("a > 2 * 3 + 4;"), "(a > 10)");
  EXPECT_EQ(Shown("a > 5 Kbytes / sec;"), "(a > 5120)");
  EXPECT_EQ(Shown("a > 0 && 3 > 2 + 2;"), "((a > 0) && 0)");
}

TEST(RuleParser, MacrosStandForTheirText) {
  EXPECT_EQ(Shown("d = \"disk\"; x = \"$d.read +\"; $x $d.write;"), "(disk.read + disk.write)");
  EXPECT_EQ(Shown("x = 2 min; y = $x * 2; a > $y;"), "(a > 240)");
  EXPECT_EQ(Parsed("i = \"red x\"; a #'$i';")[0].nodes[0].metric.instances,
            std::vector<std::string>{"red x"});
}

TEST(RuleParser, AMacroThatNeverEndsIsRefused) {
  EXPECT_NE(ErrorIn(R"(x = "\$x"; $x;)").find("too many words"), std::string::npos);
  std::string doubling = "a = \"0123456789\";";
  for (char c = 'a'; c < 'z'; ++c)
    doubling += std::string() + static_cast<char>(c + 1) + " = \"$" + c + '$' + c + "\";";
  EXPECT_NE(ErrorIn(doubling).find("makes too much text"), std::string::npos);
}

TEST(RuleParser, AMacroMayReplaceItselfWhileItIsRead) {
  EXPECT_EQ(Shown(R"(x = "x = \"b\"; c; 1"; $x;)"), "2 rules");
}

TEST(RuleParser, DeepNestingIsRefused) {
  const std::string open(100'000, '('), minus(100'000, '-');
  EXPECT_NE(ErrorIn(open + "a;").find("nested too deeply"), std::string::npos);
  EXPECT_NE(ErrorIn(minus + "a;").find("nested too deeply"), std::string::npos);
  EXPECT_NE(ErrorIn("a > 1 -> " + open).find("nested too deeply"), std::string::npos);
}

TEST(RuleParser, ALongSumIsNoDeepNesting) {
  std::string sum = "a";
  for (int i = 0; i < 50'000; ++i) sum += " + a";
  EXPECT_EQ(Parsed(sum + ';')[0].nodes.size(), 100'001u);
}

TEST(RuleParser, GiantNumbersOfSamplesAreRefused) {
  EXPECT_NE(ErrorIn("a @0..100000;").find("at most 100000 samples"), std::string::npos);
  EXPECT_EQ(ErrorIn("a @0..99999;"), "");
}

TEST(RuleParser, AnExponentIsANumberFrom1To7) {
  EXPECT_EQ(Shown("a > 5 min^2;"), "(a > 18000)");
  for (const char* wrong : {"a > 5 sec^8;", "a > 5 sec^0;", "x = 0/0; y = 5 sec^$x;"})
    EXPECT_NE(ErrorIn(wrong).find("an exponent from 1 to 7"), std::string::npos) << wrong;
}

TEST(RuleParser, AFractionOfASampleIsDroppedAsByThePeer) {
  const auto rules = Parsed("a @1.9; a @0..1.9;");
  EXPECT_EQ(rules[0].nodes[0].metric.first_sample, 1u);
  EXPECT_EQ(rules[1].nodes[0].metric.last_sample, 1u);
  EXPECT_NE(ErrorIn("a @1e400;").find("samples can be kept"), std::string::npos);
}

TEST(RuleParser, CostlyRegularExpressionsAreRefused) {
  EXPECT_NE(ErrorIn("match_inst \"((((a{255}){255}){255}){255})\" a > 1;").find("cannot be used"),
            std::string::npos);
}

TEST(RuleParser, AComplaintHasALineAColumnAndACaret) {
  EXPECT_EQ(ErrorIn("a;\nb > ;"),
            "f:2:5: a metric, a number or a string is expected here\n"
            "b > ;\n"
            "    ^ -- here\n");
  EXPECT_NE(ErrorIn("/* open").find("f:1:1: this comment has no end"), std::string::npos);
  EXPECT_NE(ErrorIn("a > 1 -> print \"x").find("f:1:16: the closing \" is missing"),
            std::string::npos);
}

TEST(RuleParser, ADeltaHoldsForWhatFollows) {
  const auto rules = Parsed("a; delta = 1 min; b; c; delta = 5; d;");
  EXPECT_EQ(rules[0].delta, 0);
  EXPECT_EQ(rules[1].delta, 60);
  EXPECT_EQ(rules[3].delta, 5);
  EXPECT_NE(ErrorIn("delta = 0;").find("length of time"), std::string::npos);
  EXPECT_NE(ErrorIn("delta = \"5 sec\";").find("length of time"), std::string::npos);
}

}  // namespace
}  // namespace fdr::test
