// Copyright 2026 The fdr authors.
// SPDX-License-Identifier: Apache-2.0

#include "fdr/replay/copy/rewrite/rewrite_parser.h"

#include <gtest/gtest.h>

#include <string>

#include "fdr/tests/replay/copy/rewrite/drawn_archive.h"

namespace fdr::test {
namespace {

std::string ComplaintOf(const std::string& text) {
  RewriteRules rules;
  const auto parsed = ParseRewriteRules(std::make_shared<const RuleText>("f", text), rules);
  if (parsed) return "";
  return parsed.error().file + ": " + parsed.error().what.substr(0, parsed.error().what.find('\n'));
}

TEST(RewriteParser, NothingIsAFileWithoutRules) {
  EXPECT_EQ(ComplaintOf(""), "");
  EXPECT_EQ(ComplaintOf("# only a comment"), "");
  EXPECT_EQ(
      ComplaintOf(
          "global { }\nmetric x { } # {\nindom 1.* { } text metric 1.2.3 { } label context { }"),
      "");
}

TEST(RewriteParser, ComplaintsHaveAPlace) {
  RewriteRules rules;
  const auto parsed = ParseRewriteRules(
      std::make_shared<const RuleText>("f", "metric a { }\n  metric b { type => 32 }"), rules);
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().Message(),
            "f:2:19: -> is expected\n  metric b { type => 32 }\n                  ^ -- here\n");
}

TEST(RewriteParser, WhatIsExpected) {
  EXPECT_EQ(ComplaintOf("foo"), "f:1:1: global, indom, metric, text or label is expected");
  EXPECT_EQ(ComplaintOf("global {"), "f:1:9: } is expected");
  EXPECT_EQ(ComplaintOf("global hostname"), "f:1:8: { is expected");
  EXPECT_EQ(ComplaintOf("global { hostname -> a hostname -> b }"),
            "f:1:36: the rules have the clause hostname twice");
  EXPECT_EQ(ComplaintOf("global { tz -> UTC }"), "f:1:16: a time zone in quotes is expected");
  EXPECT_EQ(ComplaintOf("metric 60.2 { }"),
            "f:1:13: a metric is expected, such as 60.2.5, 60.2.* or 60.*.*");
  EXPECT_EQ(ComplaintOf("metric 512.2.1 { }"), "f:1:8: the largest number of a domain is 511");
  EXPECT_EQ(ComplaintOf("metric 60.4096.1 { }"), "f:1:11: the largest number of a cluster is 4095");
  EXPECT_EQ(ComplaintOf("metric 60.1.1024 { }"), "f:1:13: the largest number of an item is 1023");
  EXPECT_EQ(ComplaintOf("indom 511.1 { }"),
            "f:1:7: the largest number of the domain of an instance domain is 510");
  EXPECT_EQ(ComplaintOf("indom 60.1 { inst 2147483648 -> 1 }"),
            "f:1:19: the largest number of an instance is 2147483647");
  EXPECT_EQ(ComplaintOf("indom 60.1 { iname \"a\n\" -> \"b\" }"),
            "f:1:20: the closing \" is missing");
  EXPECT_EQ(ComplaintOf("metric x { units -> 0,0,0,0,FORTNIGHT,0 }"),
            "f:1:29: 0, nsec, usec, msec, sec, min or hour is expected");
  EXPECT_EQ(ComplaintOf("metric x { value /(/ -> \"b\" }"), "f:1:18: Unmatched ( or \\(");
  EXPECT_EQ(ComplaintOf("metric x { value /a/ -> \"\\1\" }"),
            "f:1:18: the pattern has no group for \\1 in the replacement");
  EXPECT_EQ(ComplaintOf("label context { new \"a b\" 1 }"),
            "f:1:21: a label's name has letters, digits, _ and .");
  EXPECT_EQ(ComplaintOf("label context { new \"a\" {} }"),
            "f:1:25: a string, a number, true, false or null is expected");
}

TEST(RewriteParser, EveryClause) {
  EXPECT_EQ(ComplaintOf(R"(
GLOBAL { HOSTNAME->h TZ->"x" ZONEINFO -> ":y" FEATURES -> BITS(0,31) TIME -> -1:2:3.5 }
INDOM 1.2 { INDOM -> DUPLICATE 1.* INAME "a" -> "b c" INAME "d" -> DELETE INST 1 -> 2 INST 3 -> DELETE
            INAME REPLACE /a\/b/ -> "&" INAME REDACT }
METRIC a.b-c=d { NAME->x.y DUPOK PMID -> 1.*.3 SEM -> discrete TYPE IF 32 -> U32 TYPE -> STRING
  INDOM -> 1.2 OUTPUT INAME "a" UNITS -> 1,-1,0,KBYTE,SEC,ONE RESCALE
  EXTRAUNITS -> 0,0,0,0,0,0,TEMPERATURE,C RESCALE VALUE "a" -> "b" VALUE REPLACE /a/ -> "b" }
METRIC 1.*.* { DELETE } METRIC 1.*.5 { INDOM -> NULL OUTPUT MAX }
TEXT METRIC 1.2.3 ONELINE "x\"y
z" { DELETE } TEXT INDOM 1.* ALL { TEXT -> "t" INDOM -> 2.* } TEXT METRIC a.b HELP { METRIC -> 1.2.* }
LABEL CONTEXT "a" "b" { DELETE } LABEL DOMAIN 1 * 5 { DOMAIN -> 2 } LABEL CLUSTER 1.* { CLUSTER -> 2.* }
LABEL ITEM a.b { ITEM -> 1.2.3 } LABEL INDOM 1.2 { INDOM -> 1.3 } LABEL INSTANCES 1.2 * { INSTANCES -> 3.4 }
LABEL INSTANCES 1.2 7 "n" null { INSTANCE -> 8 LABEL -> "x" VALUE -> "y" NEW "z" false }
)"),
            "");
}

TEST(RewriteParser, LargeFilesAreRefused) {
  RewriteRules rules;
  const auto text = std::make_shared<const RuleText>("f", std::string(kMostRuleBytes, ' '));
  EXPECT_TRUE(ParseRewriteRules(text, rules));
  const auto more = ParseRewriteRules(std::make_shared<const RuleText>("g", " "), rules);
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().code, Errc::kTooLarge);
}

TEST(RewriteParser, ManyPatternsAreRefused) {
  std::string text = "metric a {";
  for (std::size_t i = 0; i <= kMostPatterns; ++i) text += "\nvalue \"a\" -> \"b\"";
  EXPECT_EQ(ComplaintOf(text + "}"), "f:1002:7: more than 1000 patterns");
}

}  // namespace
}  // namespace fdr::test
