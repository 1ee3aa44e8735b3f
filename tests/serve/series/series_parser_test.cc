// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/serve/series/series_parser.h"

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

SeriesCondition OnlyCondition(std::string_view text) {
  SeriesQuery query = Parsed(text);
  EXPECT_EQ(query.conditions.size(), 1u) << text;
  return query.conditions.empty() ? SeriesCondition() : query.conditions[0];
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
  EXPECT_EQ(Parsed("kernel.all.load").name, "kernel.all.load");
  EXPECT_EQ(Parsed(" kernel.* ").name, "kernel.*");
  EXPECT_EQ(Parsed("toy-load_1.a*b").name, "toy-load_1.a*b");
  EXPECT_FALSE(Parsed("kernel.all.load").window.AsksForValues());
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
      {"()", 0},
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

TEST(SeriesParser, WhatPmproxyNeverAnswersIsAnError) {
  EXPECT_EQ(CaretIn("\"toy.load"), 0u);
  EXPECT_EQ(CaretIn("5"), 0u);
  EXPECT_EQ(CaretIn("toy.load + "), 9u);
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
  const SeriesQuery query = Parsed("{a==b || c==d && e==f, g==h}");
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
      Parsed(
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
  const SeriesWindowText window = Parsed("a[count:3,begin:1,end:2,delta:4,tz:\"UTC\"]").window;
  EXPECT_EQ(window.samples, 3u);
  EXPECT_EQ(window.start, "1");
  EXPECT_EQ(window.finish, "2");
  EXPECT_EQ(window.interval, "4");
  EXPECT_EQ(window.zone, "UTC");
}

TEST(SeriesParser, AnOffsetAloneAsksForNoValues) {
  EXPECT_FALSE(Parsed("a[offset:5]").window.AsksForValues());
  EXPECT_FALSE(Parsed("a[align:\"1m\"]").window.AsksForValues());
}

TEST(SeriesParser, SamplesAreCountedOnce) {
  EXPECT_EQ(ErrorOf("a[samples:1,samples:2]"),
            "Invalid second sample count requested - \"2\" vs \"1\"");
  EXPECT_EQ(ErrorOf("a[samples:99999999999999999999]"),
            "Invalid sample count requested - 99999999999999999999");
}

TEST(SeriesParser, AWindowMayStandBehindConditions) {
  const SeriesQuery query = Parsed("a{b==c}[samples:1]");
  EXPECT_EQ(query.conditions.size(), 1u);
  EXPECT_EQ(query.window.samples, 1u);
}

TEST(SeriesParser, HostzoneIsTrueOrFalse) {
  EXPECT_EQ(CaretIn("a[hostzone:maybe]"), 11u);
  EXPECT_EQ(ErrorOf("a[hostzone:false]"), "no error");
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
