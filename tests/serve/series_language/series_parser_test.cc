// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/language/series_parser.h"

#include <gtest/gtest.h>

namespace fdr {
namespace {

using Operator = SeriesCondition::Operator;
using Subject = SeriesCondition::Subject;

SeriesQuery Parsed(std::string_view text) {
  Result<SeriesQuery> query = ParseSeriesQuery(text);
  EXPECT_TRUE(query) << text << ": " << query.error().what;
  return query.value_or(SeriesQuery());
}

// Of an expression that is one operand.
SeriesOperand OperandOf(std::string_view text) {
  SeriesQuery query = Parsed(text);
  EXPECT_TRUE(query.IsPlain()) << text;
  return query.operands.size() == 1 ? query.operands[0] : SeriesOperand();
}

SeriesCondition OnlyCondition(std::string_view text) {
  const SeriesOperand operand = OperandOf(text);
  EXPECT_EQ(operand.conditions.size(), 1u) << text;
  return operand.conditions.empty() ? SeriesCondition() : operand.conditions[0];
}

// The operations, operands first.
std::vector<SeriesOp> OpsOf(std::string_view text) {
  std::vector<SeriesOp> ops;
  for (const SeriesNode& node : Parsed(text).nodes) ops.push_back(node.op);
  return ops;
}

std::string ErrorOf(std::string_view text) {
  const Result<SeriesQuery> query = ParseSeriesQuery(text);
  return query ? "no error" : query.error().what;
}

// The place that the caret points to; nothing if there is no such error.
std::optional<std::size_t> CaretIn(std::string_view text) {
  const std::string error = ErrorOf(text);
  const std::string begin = "cannot parse given string\n\n" + std::string(text) + "\n";
  const std::size_t caret = error.find("^ -- syntax error\n", begin.size());
  if (!error.starts_with(begin) || caret == std::string::npos) return std::nullopt;
  return caret - begin.size();
}

TEST(SeriesParser, ANameIsAQuery) {
  EXPECT_EQ(OperandOf("kernel.all.load").name, "kernel.all.load");
  EXPECT_EQ(OperandOf(" kernel.* ").name, "kernel.*");
  EXPECT_EQ(OperandOf("toy_load_1.a*b").name, "toy_load_1.a*b");
  EXPECT_FALSE(OperandOf("kernel.all.load").window.AsksForValues());
}

TEST(SeriesParser, TheErrorIsThatOfPmproxy) {
  EXPECT_EQ(ErrorOf("kernel.all.load{"),
            "cannot parse given string\n\n"
            "kernel.all.load{\n"
            "               ^ -- syntax error\n");
}

// Each place was observed with pmproxy 6.0.3.
TEST(SeriesParser, TheCaretStandsBelowTheFirstWordThatDoesNotFit) {
  constexpr std::pair<std::string_view, std::size_t> kPlaces[] = {
      {"*", 0},
      {"?", 0},
      {"{", 0},
      {"}", 0},
      {"%", 0},
      {"+ toy.load", 0},
      {"\"toy.load\"", 0},
      {"{}", 1},
      {"toy.load]", 8},
      {"toy.load;", 8},
      {"toy.load{", 8},
      {"toy.load[", 8},
      {"toy.load,toy.i32", 8},
      {"toy.load extra", 9},
      {"toy.load{}", 9},
      {"toy.load[]", 9},
      {"toy.load{,}", 9},
      {"toy.load{1==2}", 9},
      {"toy.load{(hostname==\"x\")}", 9},
      {"toy.load[sample:1]", 9},
      {"toy.load[zone:\"UTC\"]", 9},
      {"toy.load{a}", 10},
      {"{hostname exists}", 10},
      {"toy.load{a==}", 12},
      {"toy.load{a=='x'}", 12},
      {"toy.load{a==\"b\"", 14},
      {"toy.load[align:1m]", 15},
      {"toy.load[start:-60]", 15},
      {"toy.load[samples]", 16},
      {"toy.load[samples:]", 17},
      {"toy.load[samples:1", 17},
      {"toy.load[samples:-1]", 17},
      {"toy.load[samples:1.5]", 17},
      {"toy.load[samples:\"1\"]", 17},
      {"toy.load{hostname~\"t*\"}", 17},
      {"toy.load{hostname=\"x\"}", 17},
      {"toy.load[interval:10s]", 18},
      {"toy.load{hostname==1e5}", 19},
      {"toy.load[samples:1 offset:1]", 19},
      {"toy.load[samples:1]{a==\"b\"}", 19},
      {"noop(mem.util.used)", 4},
      {"toy.load{hostname==\"x\"}}", 23},
      {"toy.load{hostname==\"x\",}", 23},
      {"toy.load{hostname==\"x\"&&}", 24},
      {"toy.load{hostname==\"x\"|a==\"b\"}", 22},
  };
  for (const auto& [text, place] : kPlaces) EXPECT_EQ(CaretIn(text), place) << text;
}

TEST(SeriesParser, TheCaretStandsBelowWhatIsWrongInFunctions) {
  constexpr std::pair<std::string_view, std::size_t> kPlaces[] = {
      {"5", 0},
      {"-s.cb", 0},
      {"2 * 3", 4},
      {"s.cb /", 5},
      {"RATE(s.cb)", 4},
      {"rate()", 5},
      {"rate (s.cb)", 5},
      {"rate(\"s.cb\")", 5},
      {"rate({a==\"b\"})", 5},
      {"s.cb++s.cb", 5},
      {"s.i32* s.i32", 7},
      {"s.cb * * s.cb", 7},
      {"max(s.cb,s.cb2)", 8},
      {"max(s.cb)(s.cb2)", 9},
      {"s.cb+s.cb+", 9},
      {"rate(s.cb", 8},
      {"rate(s.cb))", 10},
      {"instant(s.cb)", 7},
      {"stdev(m.f)", 5},
      {"rate(s.cb)[samples:3]", 10},
      {"{a==\"b\"}-s.cb", 8},
      {"m.f+m.f[samples:2]", 7},
      {"m.f[samples:2]+m.f", 17},
      {"topk_inst(m.i32)", 15},
      {"topk_inst(m.i32,-1)", 16},
      {"topk_inst(m.i32,1.5)", 16},
      {"nth_percentile_inst(m.i32,101)", 29},
      {"nth_percentile_inst(m.i32,99.9)", 26},
      {"rescale(s.kb)", 12},
      {"rescale(s.kb,5)", 13},
      {"rescale(s.kb,\"xyz\")", 18},
      {"log(m.f,\"2\")", 8},
      {"log(m.f,m.f)", 8},
  };
  for (const auto& [text, place] : kPlaces) EXPECT_EQ(CaretIn(text), place) << text;
}

TEST(SeriesParser, ConstantsAloneAreNoSeries) {
  EXPECT_EQ(CaretIn("rate(5)"), 6u);
  EXPECT_EQ(CaretIn("(5) + a"), 2u);
  EXPECT_EQ(CaretIn("5 + 5 + a"), 6u);
  EXPECT_EQ(CaretIn("()"), 1u);
}

TEST(SeriesParser, OperatorsBindAsInOtherLanguages) {
  using Ops = std::vector<SeriesOp>;
  constexpr SeriesOp a = SeriesOp::kOperand;
  EXPECT_EQ(OpsOf("a + a * a"), (Ops{a, a, a, SeriesOp::kMultiply, SeriesOp::kAdd}));
  EXPECT_EQ(OpsOf("a - a - a"), (Ops{a, a, SeriesOp::kSubtract, a, SeriesOp::kSubtract}));
  EXPECT_EQ(OpsOf("a/a *a"), (Ops{a, a, SeriesOp::kDivide, a, SeriesOp::kMultiply}));
  EXPECT_EQ(OpsOf("(a + a) * a"), (Ops{a, a, SeriesOp::kAdd, a, SeriesOp::kMultiply}));
  EXPECT_EQ(OpsOf("a-a"), (Ops{a, a, SeriesOp::kSubtract}));
  EXPECT_EQ(OpsOf("(a)"), (Ops{a}));
  EXPECT_EQ(OpsOf("max(rate(a))"), (Ops{a, SeriesOp::kRate, SeriesOp::kMaximum}));
}

TEST(SeriesParser, AStarAtANameIsAGlob) {
  EXPECT_EQ(OperandOf("a*a").name, "a*a");
  EXPECT_EQ(OpsOf("a *a").size(), 3u);
  EXPECT_EQ(OpsOf("2*a").size(), 3u);
  EXPECT_EQ(OpsOf("rate(a)*2").size(), 4u);
}

TEST(SeriesParser, EveryFunctionIsKnown) {
  struct Known {
    std::string_view text;
    SeriesOp op;
    SeriesAxis axis = SeriesAxis::kTime;
  };
  constexpr SeriesAxis kInstances = SeriesAxis::kInstances;
  const Known all[] = {
      {"abs(a)", SeriesOp::kAbsolute},
      {"floor(a)", SeriesOp::kFloor},
      {"round(a)", SeriesOp::kRound},
      {"log(a)", SeriesOp::kLogarithm},
      {"sqrt(a)", SeriesOp::kSquareRoot},
      {"rate(a)", SeriesOp::kRate},
      {"rescale(a,\"Mbyte\")", SeriesOp::kRescale},
      {"max(a)", SeriesOp::kMaximum},
      {"max_inst(a)", SeriesOp::kMaximum},
      {"max_sample(a)", SeriesOp::kMaximum, kInstances},
      {"min(a)", SeriesOp::kMinimum},
      {"min_inst(a)", SeriesOp::kMinimum},
      {"min_sample(a)", SeriesOp::kMinimum, kInstances},
      {"sum(a)", SeriesOp::kSum},
      {"sum_inst(a)", SeriesOp::kSum},
      {"sum_sample(a)", SeriesOp::kSum, kInstances},
      {"avg(a)", SeriesOp::kAverage},
      {"avg_inst(a)", SeriesOp::kAverage},
      {"avg_sample(a)", SeriesOp::kAverage, kInstances},
      {"stdev_inst(a)", SeriesOp::kDeviation},
      {"stdev_sample(a)", SeriesOp::kDeviation, kInstances},
      {"topk_inst(a, 2)", SeriesOp::kTop},
      {"topk_sample(a, 2)", SeriesOp::kTop, kInstances},
      {"nth_percentile_inst(a, 2)", SeriesOp::kPercentile},
      {"nth_percentile_sample(a, 2)", SeriesOp::kPercentile, kInstances},
  };
  for (const auto& [text, op, axis] : all) {
    const SeriesQuery query = Parsed(text);
    EXPECT_EQ(query.nodes.back().op, op) << text;
    EXPECT_EQ(query.nodes.back().axis, axis) << text;
  }
}

TEST(SeriesParser, FunctionsHaveArguments) {
  EXPECT_EQ(Parsed("topk_inst(a,12)").nodes.back().number, 12);
  EXPECT_EQ(Parsed("nth_percentile_sample(a,100)").nodes.back().number, 100);
  EXPECT_EQ(Parsed("log(a)").nodes.back().number, 0);
  EXPECT_EQ(Parsed("log(a,2.5)").nodes.back().number, 2.5);
  EXPECT_EQ(Parsed("rescale(a,\"mbytes/s\")").nodes.back().units,
            (Units{.dim_space = 1, .dim_time = -1, .scale_space = 2, .scale_time = kSecondScale}));
  for (const char* base : {"0", "0.0", "1"})
    EXPECT_EQ(ErrorOf(std::string("log(a,") + base + ")"),
              std::string("no logarithm has the base ") + base);
}

TEST(SeriesParser, ConstantsHaveTypes) {
  const auto constant = [](std::string_view text) { return Parsed(text).nodes[1]; };
  EXPECT_EQ(constant("a * 2").type, Type::k32);
  EXPECT_EQ(constant("a * 2").bits, 2u);
  EXPECT_EQ(constant("a * 2147483648").type, Type::k64);
  EXPECT_EQ(constant("a * 99999999999999999999").type, Type::kDouble);
  EXPECT_EQ(constant("a * 0.5").type, Type::kDouble);
  EXPECT_EQ(constant("a * 0.5").bits, 0x3fe0000000000000u);
}

TEST(SeriesParser, EachOperandHasItsWindow) {
  const SeriesQuery query = Parsed("a[samples:2] - 1 * b[start:5, finish:7]");
  ASSERT_EQ(query.operands.size(), 2u);
  EXPECT_EQ(query.operands[0].window.samples, 2u);
  EXPECT_EQ(query.operands[1].window.finish, "7");
}

TEST(SeriesParser, SizeAndDepthHaveLimits) {
  std::string sum = "a";
  for (int i = 0; i < 127; ++i) sum += "+a";
  EXPECT_EQ(Parsed(sum).nodes.size(), 255u);
  EXPECT_EQ(ErrorOf(sum + "+a"), "more than 256 operands and operations");
  const auto nested = [](std::size_t levels) {
    return std::string(levels, '(') + "a" + std::string(levels, ')');
  };
  EXPECT_TRUE(ParseSeriesQuery(nested(63)));
  EXPECT_EQ(ErrorOf(nested(64)), "more than 64 levels");
  EXPECT_EQ(ErrorOf(std::string(6'000, '(')), "more than 64 levels");
}

TEST(SeriesParser, WhatPmproxyNeverAnswersIsAnError) {
  EXPECT_EQ(CaretIn("\"toy.load"), 0u);
  EXPECT_EQ(CaretIn("toy.load + "), 10u);
  EXPECT_EQ(CaretIn(" "), 0u);
  EXPECT_EQ(CaretIn(""), 0u);
}

TEST(SeriesParser, EveryOperatorHasAMeaning) {
  const std::pair<std::string, Operator> operators[] = {
      {"==", Operator::kEqual},         {"!=", Operator::kNotEqual},    {":", Operator::kGlob},
      {"~~", Operator::kGlob},          {"=~", Operator::kRegex},       {"!~", Operator::kNotRegex},
      {"<", Operator::kLess},           {"<=", Operator::kLessOrEqual}, {">", Operator::kGreater},
      {">=", Operator::kGreaterOrEqual}};
  for (const auto& [sign, op] : operators) {
    const SeriesCondition condition = OnlyCondition("a{b" + sign + "\"c\"}");
    EXPECT_EQ(condition.op, op) << sign;
    EXPECT_EQ(condition.operand, "c");
    EXPECT_EQ(OnlyCondition("a{b " + sign + " \"c\"}").op, op);
  }
}

TEST(SeriesParser, KeysNameLabelsInstancesOrMetrics) {
  EXPECT_EQ(OnlyCondition("{hostname==\"x\"}").label, "hostname");
  EXPECT_EQ(OnlyCondition("{label.hostname==\"x\"}").label, "hostname");
  EXPECT_EQ(OnlyCondition("{a.b==\"x\"}").label, "a.b");
  EXPECT_EQ(OnlyCondition("{instance.name==\"x\"}").subject, Subject::kInstanceName);
  EXPECT_EQ(OnlyCondition("{metric.name==\"x\"}").subject, Subject::kMetricName);
}

TEST(SeriesParser, OperandsAreTextsWordsAndNumbers) {
  EXPECT_EQ(OnlyCondition("{a==\"b c\"}").operand, "b c");
  EXPECT_EQ(OnlyCondition("{a==b}").operand, "b");
  EXPECT_EQ(OnlyCondition("{a==5}").operand, "5");
  EXPECT_EQ(OnlyCondition("{a==1.5}").operand, "1.5");
  EXPECT_EQ(OnlyCondition(R"({a=~"\d+\."})").operand, R"(\d+\.)");
  EXPECT_EQ(OnlyCondition(R"({a=="say \"hi\""})").operand, R"(say "hi")");
}

TEST(SeriesParser, AndBindsCloserThanOr) {
  const SeriesOperand query = OperandOf("{a==b || c==d && e==f, g==h}");
  // a  c  e  (c e)  g  ((c e) g)  (a ((c e) g))
  ASSERT_EQ(query.conditions.size(), 7u);
  EXPECT_EQ(query.conditions[6].kind, SeriesCondition::Kind::kOr);
  EXPECT_EQ(query.conditions[6].left, 0u);
  EXPECT_EQ(query.conditions[6].right, 5u);
  EXPECT_EQ(query.conditions[5].kind, SeriesCondition::Kind::kAnd);
  EXPECT_EQ(query.conditions[5].left, 3u);
  EXPECT_EQ(query.conditions[5].right, 4u);
}

TEST(SeriesParser, AWindowHasItemsInAnyOrder) {
  const SeriesWindowText window =
      OperandOf(
          "a[samples : 3, start:\"-1h\",finish:1700000000, interval:1.5,"
          "align:\"1m\", offset:2, timezone:\"UTC\", hostzone:true]")
          .window;
  EXPECT_EQ(window.samples, 3u);
  EXPECT_EQ(window.start, "-1h");
  EXPECT_EQ(window.finish, "1700000000");
  EXPECT_EQ(window.interval, "1.5");
  EXPECT_EQ(window.align, "1m");
  EXPECT_EQ(window.offset, "2");
  EXPECT_EQ(window.zone, "UTC");
  EXPECT_TRUE(window.AsksForValues());
}

TEST(SeriesParser, ItemsHaveOtherNames) {
  const SeriesWindowText window = OperandOf("a[count:3,begin:1,end:2,delta:4,tz:\"UTC\"]").window;
  EXPECT_EQ(window.samples, 3u);
  EXPECT_EQ(window.start, "1");
  EXPECT_EQ(window.finish, "2");
  EXPECT_EQ(window.interval, "4");
  EXPECT_EQ(window.zone, "UTC");
}

TEST(SeriesParser, AnOffsetAloneAsksForNoValues) {
  EXPECT_FALSE(OperandOf("a[offset:5]").window.AsksForValues());
  EXPECT_FALSE(OperandOf("a[align:\"1m\"]").window.AsksForValues());
}

TEST(SeriesParser, SamplesAreCountedOnce) {
  EXPECT_EQ(ErrorOf("a[samples:1,samples:2]"),
            "Invalid second sample count requested - \"2\" vs \"1\"");
  EXPECT_EQ(ErrorOf("a[samples:99999999999999999999]"),
            "Invalid sample count requested - 99999999999999999999");
}

TEST(SeriesParser, AWindowMayStandBehindConditions) {
  const SeriesOperand query = OperandOf("a{b==c}[samples:1]");
  EXPECT_EQ(query.conditions.size(), 1u);
  EXPECT_EQ(query.window.samples, 1u);
}

TEST(SeriesParser, HostzoneIsTrueOrFalse) {
  EXPECT_EQ(CaretIn("a[hostzone:maybe]"), 11u);
  EXPECT_EQ(ErrorOf("a[hostzone:false]"), "no error");
}

TEST(SeriesParser, TheLengthIsLimited) {
  const Result<SeriesQuery> query = ParseSeriesQuery("max(" + std::string(20'000, 'a') + ")");
  ASSERT_FALSE(query);
  EXPECT_EQ(query.error().code, Errc::kTooLarge);
}

TEST(SeriesParser, AHugeNumberIsNotZero) {
  const std::string huge = "1" + std::string(400, '0');
  EXPECT_NE(ErrorOf("nth_percentile_inst(a," + huge + ")"), "no error");
}

TEST(SeriesParser, TheNumberOfConditionsIsLimited) {
  std::string text = "{a==b";
  for (int i = 0; i < 1000; ++i) text += ",a==b";
  const Result<SeriesQuery> query = ParseSeriesQuery(text + "}");
  ASSERT_FALSE(query);
  EXPECT_EQ(query.error().code, Errc::kTooLarge);
}

}  // namespace
}  // namespace fdr
